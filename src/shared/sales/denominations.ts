import { addDecimals, compareDecimals, multiplyDecimals, type Decimal } from '../money.ts'

/** The bills and the coins of a currency, largest first. */
export interface Denominations {
  readonly bills: readonly Decimal[]
  readonly coins: readonly Decimal[]
}

/** A number of equal bills or coins. */
export interface Piece {
  readonly kind: 'bill' | 'coin'
  readonly value: Decimal
  readonly count: number
}

const of = (bills: string, coins: string): Denominations => ({ bills: bills.split(' '), coins: coins.split(' ') })

/** What a drawer may hold, by currency (ISO 4217). Pieces that nobody gives as change any more are left out. */
const known: ReadonlyMap<string, Denominations> = new Map([
  ['ARS', of('20000 10000 2000 1000 500 200 100 50 20 10', '10 5 2 1')],
  ['BOB', of('200 100 50 20 10', '5 2 1 0.5 0.2 0.1')],
  ['BRL', of('200 100 50 20 10 5 2', '1 0.5 0.25 0.1 0.05')],
  ['CAD', of('100 50 20 10 5', '2 1 0.25 0.1 0.05')],
  ['CLP', of('20000 10000 5000 2000 1000', '500 100 50 10')],
  ['COP', of('100000 50000 20000 10000 5000 2000 1000', '1000 500 200 100 50')],
  ['DOP', of('2000 1000 500 200 100 50', '25 10 5 1')],
  ['EUR', of('500 200 100 50 20 10 5', '2 1 0.5 0.2 0.1 0.05 0.02 0.01')],
  ['GBP', of('50 20 10 5', '2 1 0.5 0.2 0.1 0.05 0.02 0.01')],
  ['GTQ', of('200 100 50 20 10 5 1', '1 0.5 0.25 0.1 0.05')],
  ['MXN', of('1000 500 200 100 50 20', '20 10 5 2 1 0.5')],
  ['PEN', of('200 100 50 20 10', '5 2 1 0.5 0.2 0.1')],
  ['PYG', of('100000 50000 20000 10000 5000 2000', '1000 500 100 50')],
  ['USD', of('100 50 20 10 5 1', '1 0.5 0.25 0.1 0.05 0.01')],
])

/** Returns the bills and coins of a currency; null if they are not known here, so that it is counted as one total. */
export function denominationsOf(currency: string): Denominations | null {
  return known.get(currency) ?? null
}

/** Returns whether the currency has such a bill or coin. */
export function isDenomination(currency: string, { kind, value }: Pick<Piece, 'kind' | 'value'>): boolean {
  const found = denominationsOf(currency)
  const values = kind === 'bill' ? found?.bills : found?.coins
  return values?.some((one) => compareDecimals(one, value) === 0) === true
}

/** Returns the exact value of all pieces. */
export function sumOfPieces(pieces: readonly Piece[]): Decimal {
  return addDecimals(pieces.map(({ value, count }) => multiplyDecimals(value, String(count))))
}
