import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { events, requests } from '../../src/shared/contract.ts'

const shared = join(import.meta.dirname, '../../src/shared')

/** The file with the table of permissions. */
export const permissionsFile = join(import.meta.dirname, '../../docs/permissions.md')

/** Returns the table of permissions as Markdown, with roles and comments from the contract. Throws if an entry has no comment. */
export async function describePermissions(): Promise<string> {
  const words = readWords()
  const rows = (entries: Readonly<Record<string, { permission: string }>>): string[] =>
    Object.entries(entries).map(([name, { permission }]) => {
      const comment = words.get(name)
      if (!comment) throw new Error(`The contract's ${name} has no comment`)
      return `| \`${name}\` | ${permission} | ${comment} |`
    })
  const text = [
    '# Permissions in shop mode',
    'Generated from the contract (`src/shared/*/contract.ts`) by `npm run permissions`; a test fails where they differ.',
    'The user is nobody, a clerk or the manager; each also has the permissions of the one before. The page on the customer’s display has less than any of them, whoever is signed in. Outside shop mode every user counts as the manager.',
    '## Requests',
    ['| request | least role | what it does |', '| --- | --- | --- |', ...rows(requests)].join('\n'),
    '## Events',
    ['| event | least role | what it says |', '| --- | --- | --- |', ...rows(events)].join('\n'),
  ].join('\n\n')
  return format(text, { ...(await resolveConfig(permissionsFile)), parser: 'markdown' })
}

/** Returns the comments of requests and events by name. */
function readWords(): Map<string, string> {
  const words = new Map<string, string>()
  for (const file of readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /contract\.ts$/.test(name),
  )) {
    const source = ts.createSourceFile(file, readFileSync(join(shared, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
        const comments = ts
          .getJSDocCommentsAndTags(node)
          .flatMap(({ comment }) => ts.getTextOfJSDocComment(comment) ?? [])
        const name = node.name.text
        if (comments.length > 0) words.set(name, [words.get(name) ?? [], ...comments.map(toCell)].flat().join(' '))
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return words
}

const toCell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)
