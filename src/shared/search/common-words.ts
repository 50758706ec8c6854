import { fold } from './fold.ts'

/** Words of English and Spanish sentences that name nothing for sale, folded. */
const common: ReadonlySet<string> = new Set(
  (
    'a an the for to in on at of and or with from by my me some i want need please ' +
    'el la los las un una unos unas para por en de del al y e o con desde mi quiero necesito'
  ).split(' '),
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
