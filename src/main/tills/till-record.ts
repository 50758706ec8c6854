import type { Cell } from '../../shared/csv.ts'
import type { TillPurchase } from './till-purchase.ts'

export const tillColumns = [
  ...(['boughtAt', 'product', 'sku', 'quantity', 'currency', 'amount', 'paidAmount', 'paidCoin'] as const),
  ...(['outcome', 'status', 'chainId', 'paymentHash', 'transactionId'] as const),
]
/** A purchase of another till for other programs, as the service's list told it; what it left open is null or ''. */
export type TillRecord = Readonly<Record<(typeof tillColumns)[number], Cell>>

/** `boughtAt` is the time of `purchase`, written out. */
export function toTillRecord(purchase: TillPurchase, boughtAt: string): TillRecord {
  const { product, sku, quantity, currency, amount, paid, coin, outcome, status, chainId, hash, id } = purchase
  return {
    ...{ boughtAt, product, sku, quantity, currency, amount, paidAmount: paid, paidCoin: coin },
    ...{ outcome, status, chainId, paymentHash: hash, transactionId: id },
  }
}
