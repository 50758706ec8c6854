import type { Decimal } from '../money.ts'

/** What was sold: its brand, and the amount it is worth in its own currency (ISO 4217). */
export interface SoldProduct {
  readonly brand: string
  readonly amount: Decimal
  readonly currency: string
}

/** The name under which a sale keeps what was sold: "Lumo 200.00 MXN". */
export function nameSold({ brand, amount, currency }: SoldProduct): string {
  return `${brand} ${amount} ${currency}`
}

/** What such a name says; null for one that ends with no amount. */
export function readSold(name: string): SoldProduct | null {
  const [, brand, amount, currency] = /^(.+) ((?:0|[1-9]\d*)(?:\.\d+)?) ([A-Z]{3})$/s.exec(name) ?? []
  return brand === undefined || amount === undefined || currency === undefined ? null : { brand, amount, currency }
}
