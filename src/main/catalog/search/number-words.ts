import { isDollarName } from '../../../shared/networks/coin-names.ts'
import { fold } from '../../../shared/search/fold.ts'
import { addNumbers, numberOf } from '../../../shared/search/number-words.ts'
import { currencyCode, currencyWord, isJoining } from './currency-words.ts'
import type { Known } from './typed-money.ts'
import type { Token } from './typed-tokens.ts'
import { unitOf } from './unit-words.ts'

/**
 * Returns tokens with numbers in words ("cinquenta reais", "two hundred pesos") as numbers: before a currency or a unit, or a round one
 * alone if no word of the catalog begins with its words.
 */
export function withNumbers(tokens: readonly Token[], known: Pick<Known, 'hasBegun'>): Token[] {
  const read: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const words = numberAt(tokens, at)
    const value = addNumbers(words.flatMap((word) => numberOf(word) ?? []))
    const isAmount =
      words.length > 0 &&
      (isCounted(tokens[at + words.length]) ||
        // Others are words of too many names.
        (value % 10 === 0 && words.every((word) => isJoining(word) || !known.hasBegun(word))))
    if (isAmount) read.push({ kind: 'number', digits: String(value), at: 0, unit: null, isInWords: true })
    else read.push(...tokens.slice(at, at + Math.max(words.length, 1)))
    at += Math.max(words.length, 1)
  }
  return read
}

/** Returns the folded words from `at` on that are one number: "cento e cinquenta". */
function numberAt(tokens: readonly Token[], at: number): string[] {
  const words: string[] = []
  for (const token of tokens.slice(at)) {
    const word = token.kind === 'word' ? fold(token.text) : ''
    if (numberOf(word) === null && (words.length === 0 || !isJoining(word))) break
    words.push(word)
  }
  return words.slice(0, words.findLastIndex((word) => numberOf(word) !== null) + 1)
}

/** Returns whether a token counts what is before it: a unit, or a currency's sign, code or name. */
function isCounted(token: Token | undefined): boolean {
  if (token?.kind === 'sign') return !token.isAhead
  if (token?.kind !== 'word') return false
  const { text } = token
  const word = fold(text)
  return unitOf(word) !== null || currencyCode(text) !== null || isDollarName(text) || currencyWord(word) !== null
}
