import { languages } from '../app/locales.ts'
import { fold } from './fold.ts'

/** Words of sentences in Till's languages that name nothing for sale, folded. */
const common: ReadonlySet<string> = new Set(
  Object.values(languages).flatMap(({ commonWords }) => commonWords.split(' ').map(fold)),
)

/** Returns whether a word only joins others: "for", "para". Two capitals are a country's code: "DE" is Germany. */
export function isCommonWord(word: string): boolean {
  return common.has(fold(word)) && !/^\p{Lu}{2}$/u.test(word)
}

/** Returns the words that name something; all of them if none does. */
export function withoutCommonWords(words: readonly string[]): readonly string[] {
  const naming = words.filter((word) => !isCommonWord(word))
  return naming.length === 0 ? words : naming
}
