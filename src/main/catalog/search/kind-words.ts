import { isCommonWord } from '../../../shared/search/common-words.ts'
import { fold } from '../../../shared/search/fold.ts'
import { wordsOfAll } from '../words/words-of-all.ts'

/** The product types that services name alike everywhere. */
export type CommonType = 'topup' | 'gift_card' | 'esim'

const types = ['topup', 'gift_card', 'esim'] as const satisfies readonly CommonType[]
const wordsByType = types.map((type) => {
  const words = wordsOfAll(({ kinds }) => kinds[type]).flatMap((word) => fold(word).split('-'))
  return [type, new Set(words)] as const
})

const typesOf = (word: string): CommonType[] =>
  wordsByType.flatMap(([type, words]) => (words.has(fold(word)) ? [type] : []))

/** Returns the words that name no kind of product and join no others, which may be a name, and the product types that the others name. */
export function splitKinds(words: readonly string[]): {
  readonly naming: readonly string[]
  readonly types: readonly CommonType[]
} {
  return {
    naming: words.filter((word) => !isCommonWord(word) && typesOf(word).length === 0),
    types: [...new Set(words.flatMap(typesOf))],
  }
}
