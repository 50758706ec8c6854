import { formatUnits } from 'viem'
import { unitsPerDollar } from '../../catalog/currencies.ts'
import type { Price } from '../../catalog/model.ts'

export interface PricedQuote {
  readonly digitalAssetAmount: string
  readonly feeAmount: string
  readonly totalAmount: string
  readonly totalUnits: bigint
}

const precision = 1_000_000_000n
const leastFee = 50_000n

/** Returns the factor of current prices over the list at `now` (epoch milliseconds): a slow wave of at most 0.4 % per currency. */
export function movement(currency: string, now: number): number {
  const phase = (currency.charCodeAt(0) * 7 + currency.charCodeAt(1) * 3 + currency.charCodeAt(2)) % 60
  return 1 + 0.004 * Math.sin((now / 1000 / 300 + phase) * Math.PI)
}

/**
 * Converts `price` to a stable coin of `decimals`: the amount at `factor` times the list rate, a fee of 1.5 % (at least five
 * cents) and their total, each exact to at most twelve decimals.
 */
export function priceQuote(price: Price, decimals: number, factor: number): PricedQuote {
  const digits = Math.min(decimals, 12)
  const [whole = '0', cents = ''] = price.fiatValue.split('.')
  const minor = BigInt(`${whole}${cents.slice(0, 2).padEnd(2, '0')}`)
  const rate = BigInt(Math.round((unitsPerDollar(price.fiatCurrency) ?? 1) * Number(precision)))
  const scaled = BigInt(Math.round(factor * Number(precision)))
  const unit = 10n ** BigInt(digits)
  const amount = divideUp(minor * unit * scaled, 100n * rate)
  const least = (leastFee * unit) / 1_000_000n
  const share = divideUp(amount * 15n, 1000n)
  const fee = share > least ? share : least
  return {
    digitalAssetAmount: formatUnits(amount, digits),
    feeAmount: formatUnits(fee, digits),
    totalAmount: formatUnits(amount + fee, digits),
    totalUnits: (amount + fee) * 10n ** BigInt(decimals - digits),
  }
}

/** Rounds a quote's total down to cents, and leaves its parts as they are. */
export function roundTotal(priced: PricedQuote, decimals: number): PricedQuote {
  const totalUnits = priced.totalUnits - (priced.totalUnits % 10n ** BigInt(decimals - 2))
  return { ...priced, totalAmount: formatUnits(totalUnits, decimals), totalUnits }
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
