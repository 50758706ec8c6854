import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { places } from './interface/places.ts'
import type { Place } from './interface/place.ts'
import { wordsOf, type Document } from './interface/words.ts'
import { programOf } from './program-of.ts'

/** The file with the table of the interface's words. */
export const interfaceFile = join(import.meta.dirname, '../docs/interface.md')

/** Returns every word of the sandbox's OpenAPI document, which its program prints. */
export function interfaceWords(): string[] {
  const printed = execFileSync(process.execPath, [fileURLToPath(programOf('sandbox')), '--openapi'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return wordsOf(JSON.parse(printed) as Document)
}

/** Returns the table of the interface's words and their places, as Markdown. */
export async function describeInterface(): Promise<string> {
  const words = Map.groupBy(interfaceWords(), (word) => word.split('.')[0] ?? word)
  const sections = [...words].flatMap(([name, own]) => [
    `## ${name}`,
    ['| word | place | |', '| --- | --- | --- |', ...own.map((word) => rowOf(word, places[word]))].join('\n'),
  ])
  const text = [
    '# Every word of the interface and its place',
    'Made by `npm run interface` from the sandbox’s OpenAPI document and `scripts/interface/places.ts`. A test fails for a word without ' +
      'a place, a place without a word, and a place whose file does not hold the word.',
    'A word is seen on a *screen*, used by a *rule*, or *unused* for a reason. Parameters stand below their operation, properties below ' +
      'their resource, values behind `=`. Statuses and headers that every operation may answer stand below `status` and `answer`.',
    ...sections,
  ].join('\n\n')
  return format(text, { ...(await resolveConfig(interfaceFile)), parser: 'markdown' })
}

function rowOf(word: string, place: Place | undefined): string {
  const [, ...rest] = word.split('.')
  return `| \`${rest.join('.')}\` | ${place?.kind ?? '–'} | ${place === undefined ? '' : wordsFor(place)} |`
}

function wordsFor(place: Place): string {
  return place.kind === 'unused' ? place.because : `${place.what} (\`${place.file}\`)`
}
