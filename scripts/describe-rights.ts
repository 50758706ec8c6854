import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { leastToAsk, leastToHear } from '../src/shared/rights.ts'

const shared = join(import.meta.dirname, '../src/shared')

/** The file of the table. */
export const rightsFile = join(import.meta.dirname, '../docs/rights.md')

/** Returns the table of permissions as Markdown: the roles from `rights.ts`, the text from its comments and the contract's. */
export async function describeRights(): Promise<string> {
  const words = readWords()
  const rows = (least: Readonly<Record<string, string>>): string[] =>
    Object.entries(least).map(([name, role]) => `| \`${name}\` | ${role} | ${words.get(name) ?? ''} |`)
  const text = [
    '# Permissions in shop mode',
    'Generated from `src/shared/rights.ts` and the contract by `npm run rights`; a test fails where they differ.',
    'The user is nobody, a clerk or the manager; each also has the rights of the one before. Outside shop mode every user counts as the manager.',
    '## Requests',
    ['| request | least role | what it does |', '| --- | --- | --- |', ...rows(leastToAsk)].join('\n'),
    '## Events',
    ['| event | least role | what it says |', '| --- | --- | --- |', ...rows(leastToHear)].join('\n'),
  ].join('\n\n')
  return format(text, { ...(await resolveConfig(rightsFile)), parser: 'markdown' })
}

/** Returns the comments of requests and events by name. */
function readWords(): Map<string, string> {
  const words = new Map<string, string>()
  for (const file of readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(contract|rights)\.ts$/.test(name),
  )) {
    const source = ts.createSourceFile(file, readFileSync(join(shared, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
        const said = ts.getJSDocCommentsAndTags(node).flatMap(({ comment }) => ts.getTextOfJSDocComment(comment) ?? [])
        const name = node.name.text
        if (said.length > 0) words.set(name, [words.get(name) ?? [], ...said.map(toCell)].flat().join(' '))
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return words
}

const toCell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)
