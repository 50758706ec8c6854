import type { Decimal } from '../money.ts'

/** A sold product: its brand, and its value in its own currency (ISO 4217). */
export interface SoldProduct {
  readonly brand: string
  readonly amount: Decimal
  readonly currency: string
}

/** Returns the name under which a sale stores its product: "Lumo 200.00 MXN". */
export function soldProductName({ brand, amount, currency }: SoldProduct): string {
  return `${brand} ${amount} ${currency}`
}

/** Parses such a name; null if it ends with no amount. */
export function readSold(name: string): SoldProduct | null {
  const [, brand, amount, currency] = /^(.+) ((?:0|[1-9]\d*)(?:\.\d+)?) ([A-Z]{3})$/s.exec(name) ?? []
  return brand === undefined || amount === undefined || currency === undefined ? null : { brand, amount, currency }
}
