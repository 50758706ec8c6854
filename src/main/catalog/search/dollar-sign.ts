import { signedCurrencies } from './currency-words.ts'
import type { Typed, TypedAmount } from './read-typed.ts'

/** The currencies (ISO 4217) that a bare "$" may mean, the likeliest first. */
export const dollarSigned: readonly string[] = signedCurrencies('$') ?? []

/** Returns whether the amount has only a "$", which may mean all of the `shared` currencies. */
const isBare = ({ currencies }: TypedAmount, shared: readonly string[]): boolean =>
  currencies !== null && currencies.length > 1 && currencies.join() === shared.join()

/** Returns whether an amount has a "$" that may mean all of the `shared` currencies: no word beside it names one. */
export const hasBareDollar = ({ amounts }: Typed, shared: readonly string[]): boolean =>
  amounts.some((amount) => isBare(amount, shared))

/** Returns what was typed with `currency` for each bare "$". */
export function withDollar(typed: Typed, shared: readonly string[], currency: string): Typed {
  const amounts = typed.amounts.map((amount) =>
    isBare(amount, shared) ? { ...amount, currencies: [currency] } : amount,
  )
  return { ...typed, amounts }
}
