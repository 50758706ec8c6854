import { begunCurrencies, currencyCode, currencyWord } from './currency-words.ts'
import { fold } from './fold.ts'
import type { Token } from './typed-tokens.ts'

/** What the catalog knows of words and currencies. */
export interface Known {
  /** Those of `currencies` (ISO 4217) that something is priced in. */
  readonly sold: (currencies: readonly string[]) => readonly string[]
  /** Whether a folded word stands in it in full. */
  readonly hasWord: (word: string) => boolean
  /** Whether any of its words begins with the folded letters. */
  readonly hasBegun: (letters: string) => boolean
}

/** Tokens that speak of money: how many, and the currencies (ISO 4217) that all of them may mean. */
export interface Money {
  readonly count: number
  readonly codes: readonly string[]
}

const MOST_WORDS = 4
const LEAST_BEGUN = 3

/**
 * What signs, codes and names of currencies from `at` on mean together: "US$", "usd", "pesos mexicanos". Not behind a number, a name
 * that the catalog knows is its own word; behind one, the last word may be a name begun. Null where there is no such thing.
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
  const code = currencyCode(token.text)
  const codes = code === null ? [] : known.sold([code])
  return codes.length > 0 ? { count: 1, codes } : nameAt(tokens, at, isBehind, known)
}

/** The longest name from `at` on, of which some word names a currency by itself. */
function nameAt(tokens: readonly Token[], at: number, isBehind: boolean, known: Known): Money | null {
  let codes: readonly string[] | null = null
  const named = new Set<string>()
  let found: Money | null = null
  for (let count = 1; count <= MOST_WORDS; count++) {
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
  if (letters.length < LEAST_BEGUN || known.hasBegun(letters)) return null
  const codes = begunCurrencies(letters)
  return codes.length > 0 ? { codes, named: codes } : null
}

const plainMoney = ['euro', 'euros', 'dollar', 'dollars', 'dolar', 'dolares']

/** "Real" may begin a brand: only what everybody takes for money gives way to no more than the same word, as "euro" not to Europe. */
const isOwnWord = (text: string, known: Known): boolean =>
  plainMoney.includes(text) ? known.hasWord(text) : known.hasBegun(text)
