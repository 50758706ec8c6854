import type { Cell } from '../../shared/csv.ts'
import type { RegisterPurchase } from './parse-register-purchase.ts'

export const registerColumns = [
  'boughtAt',
  'product',
  'sku',
  'quantity',
  'currency',
  'amount',
  'paidAmount',
  'paidCoin',
  'outcome',
  'status',
  'chainId',
  'paymentHash',
  'transactionId',
] as const
/** A purchase of another register as exported, from the service's list; missing values are null or ''. */
export type RegisterRecord = Readonly<Record<(typeof registerColumns)[number], Cell>>

/** `boughtAt` is the formatted time of `purchase`. */
export function toRegisterRecord(purchase: RegisterPurchase, boughtAt: string): RegisterRecord {
  const { product, sku, quantity, currency, amount, paid, coin, outcome, status, chainId, hash, id } = purchase
  return {
    boughtAt,
    product,
    sku,
    quantity,
    currency,
    amount,
    paidAmount: paid,
    paidCoin: coin,
    outcome,
    status,
    chainId,
    paymentHash: hash,
    transactionId: id,
  }
}
