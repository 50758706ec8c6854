import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { describeInterface as readInterface } from '../src/sandbox/service/describe-interface.ts'
import { places } from './interface/places.ts'
import type { Place } from './interface/place.ts'
import { wordsOf } from './interface/words.ts'

/** Where the table of the interface's words is kept. */
export const interfaceFile = join(import.meta.dirname, '../docs/interface.md')

/** Returns every word of the sandbox's own description of the interface. */
export function interfaceWords(): string[] {
  return wordsOf(readInterface('http://127.0.0.1'))
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
