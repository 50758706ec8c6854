import { isDollarName } from '../../../shared/networks/coin-names.ts'
import { begunCurrencies, currencyCode, currencyWord } from './currency-words.ts'
import { fold } from '../../../shared/search/fold.ts'
import type { Token } from './typed-tokens.ts'

/** The catalog's knowledge of words and currencies. */
export interface Known {
  /** Returns those of `currencies` (ISO 4217) that have prices. */
  readonly sold: (currencies: readonly string[]) => readonly string[]
  /** Returns whether the catalog contains a folded word. */
  readonly hasWord: (word: string) => boolean
  /** Returns whether any of its words begins with the folded letters. */
  readonly hasBegun: (letters: string) => boolean
}

/** Tokens about money: their number, and the currencies (ISO 4217) that all of them may mean; or the symbol of one dollar coin. */
export interface Money {
  readonly count: number
  readonly codes: readonly string[]
}

const MAX_WORDS = 4
const MIN_BEGUN = 3

/**
 * Returns the combined meaning of currency signs, codes and names from `at` on: "US$", "usd", "pesos mexicanos". Without a number before
 * it, a name that the catalog knows stays a word; after a number, the last word may be a partial name. Null if there is none.
 */
export function moneyAt(tokens: readonly Token[], at: number, isBehind: boolean, known: Known): Money | null {
  let money: Money | null = null
  for (;;) {
    const end: number = at + (money?.count ?? 0)
    const next = markAt(tokens, end, isBehind, known)
    if (next === null) return money
    const codes: readonly string[] =
      money === null ? next.codes : money.codes.filter((code) => next.codes.includes(code))
    if (money !== null && codes.length === 0) return money
    money = { count: end - at + next.count, codes }
  }
}

function markAt(tokens: readonly Token[], at: number, isBehind: boolean, known: Known): Money | null {
  const token = tokens[at]
  if (token === undefined || token.kind === 'number') return null
  if (token.kind === 'sign') return isBehind && token.isAhead ? null : { count: 1, codes: known.sold(token.codes) }
  if (isDollarName(token.text)) return { count: 1, codes: [token.text.toUpperCase()] }
  const code = currencyCode(token.text)
  const codes = code === null ? [] : known.sold([code])
  return codes.length > 0 ? { count: 1, codes } : nameAt(tokens, at, isBehind, known)
}

/** Returns the longest currency name from `at` on with a word that names a currency alone. */
function nameAt(tokens: readonly Token[], at: number, isBehind: boolean, known: Known): Money | null {
  let codes: readonly string[] | null = null
  const named = new Set<string>()
  let found: Money | null = null
  for (let count = 1; count <= MAX_WORDS; count++) {
    const token = tokens[at + count - 1]
    if (token?.kind !== 'word') break
    const text = fold(token.text)
    if (!isBehind && isOwnWord(text, known)) break
    const isLast = at + count === tokens.length
    const word = currencyWord(text) ?? (isBehind && isLast ? begunName(text, known) : null)
    if (word === null) break
    const joint: readonly string[] = codes === null ? word.codes : codes.filter((code) => word.codes.includes(code))
    if (joint.length === 0) break
    codes = joint
    for (const code of word.named) named.add(code)
    const meant = joint.filter((code) => named.has(code))
    if (meant.length > 0) found = { count, codes: meant }
  }
  if (found === null) return null
  const sold = known.sold(found.codes)
  return sold.length > 0 ? { ...found, codes: sold } : null
}

function begunName(letters: string, known: Known): { codes: readonly string[]; named: readonly string[] } | null {
  if (letters.length < MIN_BEGUN || known.hasBegun(letters)) return null
  const codes = begunCurrencies(letters)
  return codes.length > 0 ? { codes, named: codes } : null
}

const plainMoney = ['euro', 'euros', 'dollar', 'dollars', 'dolar', 'dolares']

/**
 * "Real" may begin a brand. Common words for money stay money unless the catalog has exactly that word, so "euro" does not become Europe.
 */
const isOwnWord = (text: string, known: Known): boolean =>
  plainMoney.includes(text) ? known.hasWord(text) : known.hasBegun(text)
