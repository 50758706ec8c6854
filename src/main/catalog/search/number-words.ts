import { isDollarName } from '../../../shared/networks/coin-names.ts'
import { fold } from '../../../shared/search/fold.ts'
import { catalogWords } from '../words/words-of-all.ts'
import { currencyCode, currencyWord, isJoining } from './currency-words.ts'
import type { Known } from './typed-money.ts'
import type { Token } from './typed-tokens.ts'
import { unitOf } from './unit-words.ts'

/** Each number by its folded word in every language. */
const numberByWord: ReadonlyMap<string, number> = new Map(
  Object.values(catalogWords).flatMap(({ numbers }) =>
    Object.entries(numbers).flatMap(([value, words]) => words.split(' ').map((word) => [word, Number(value)] as const)),
  ),
)

/**
 * Returns tokens with numbers in words ("cinquenta reais", "two hundred pesos") as numbers: before a currency or a unit, or a round one
 * alone if no word of the catalog begins with its words.
 */
export function withNumbers(tokens: readonly Token[], known: Pick<Known, 'hasBegun'>): Token[] {
  const read: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const words = numberAt(tokens, at)
    const value = valueOf(words.flatMap((word) => numberByWord.get(word) ?? []))
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
    if (!numberByWord.has(word) && (words.length === 0 || !isJoining(word))) break
    words.push(word)
  }
  return words.slice(0, words.findLastIndex((word) => numberByWord.has(word)) + 1)
}

/** Returns the number of its parts: 2 and 100 are 200, 100 and 50 are 150, and in French 4 and 20 are 80. */
function valueOf(parts: readonly number[]): number {
  const { thousands, rest } = parts.reduce(
    ({ thousands, rest }, part) => {
      if (part === 1000) return { thousands: thousands + Math.max(rest, 1) * 1000, rest: 0 }
      const isMultiplied = rest > 0 && ((part === 100 && rest < 10) || (part === 20 && rest === 4))
      return { thousands, rest: isMultiplied ? rest * part : rest + part }
    },
    { thousands: 0, rest: 0 },
  )
  return thousands + rest
}

/** Returns whether a token counts what is before it: a unit, or a currency's sign, code or name. */
function isCounted(token: Token | undefined): boolean {
  if (token?.kind === 'sign') return !token.isAhead
  if (token?.kind !== 'word') return false
  const { text } = token
  const word = fold(text)
  return unitOf(word) !== null || currencyCode(text) !== null || isDollarName(text) || currencyWord(word) !== null
}
