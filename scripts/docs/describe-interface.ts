import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { usages } from './interface/usages.ts'
import type { Usage } from './interface/usage.ts'
import { wordsOf, type Document } from './interface/words.ts'
import { programOf } from '../testing/program-of.ts'

/** The file with the table of the interface's words. */
export const interfaceFile = join(import.meta.dirname, '../../docs/interface.md')

/** Returns every word of the sandbox's OpenAPI document, which its program prints. */
export function interfaceWords(): string[] {
  const printed = execFileSync(process.execPath, [fileURLToPath(programOf('sandbox')), '--openapi'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return wordsOf(JSON.parse(printed) as Document)
}

/** Returns the table of the interface's words and their usages, as Markdown. */
export async function describeInterface(): Promise<string> {
  const words = Map.groupBy(interfaceWords(), (word) => word.split('.')[0] ?? word)
  const sections = [...words].flatMap(([name, own]) => [
    `## ${name}`,
    ['| word | usage | |', '| --- | --- | --- |', ...own.map((word) => rowOf(word, usages[word]))].join('\n'),
  ])
  const text = [
    '# Every word of the interface and its usage',
    'Made by `npm run interface` from the sandbox’s OpenAPI document and `scripts/docs/interface/usages.ts`. A test fails for a word without ' +
      'a usage, a usage without a word, and a usage whose file does not hold the word.',
    'A word is seen on a *screen*, used by a *rule*, or *unused* for a reason. Parameters stand below their operation, properties below ' +
      'their resource, values behind `=`. Statuses and headers that every operation may answer stand below `status` and `answer`.',
    ...sections,
  ].join('\n\n')
  return format(text, { ...(await resolveConfig(interfaceFile)), parser: 'markdown' })
}

function rowOf(word: string, usage: Usage | undefined): string {
  const [, ...rest] = word.split('.')
  return `| \`${rest.join('.')}\` | ${usage?.kind ?? '–'} | ${usage === undefined ? '' : wordsFor(usage)} |`
}

function wordsFor(usage: Usage): string {
  return usage.kind === 'unused' ? usage.because : `${usage.what} (\`${usage.file}\`)`
}
