import { isDecimal } from '../../shared/money.ts'
import { deliveryOf } from '../../shared/purchases/state.ts'
import type { RegisterOutcome } from '../../shared/registers/outcomes.ts'
import { isHash } from '../../shared/scalars.ts'
import type { ListedTransaction } from '../service/operations/list-transactions.ts'

/** A purchase of another register, from the service's list. */
export interface RegisterPurchase {
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly outcome: RegisterOutcome
  /** The service's own status. */
  readonly status: string
  readonly product: string
  readonly sku: string
  readonly quantity: string
  /** Fiat currency; '' if the service named none. */
  readonly currency: string
  readonly amount: string | null
  /** The coin of the payment, as the service names it. */
  readonly coin: string
  /** May have lost digits on the way: for display only, never for decisions. */
  readonly paid: string | null
  readonly chainId: number | null
  readonly hash: string | null
}

const LONGEST = 200

/** Parses a row of a register's list; null for an oversized id, an invalid time or another wallet. */
export function toRegisterPurchase(row: ListedTransaction, address: string): RegisterPurchase | null {
  const at = Date.parse(row.created)
  if (Number.isNaN(at) || row.id.length > LONGEST) return null
  if (row.walletAddress !== '' && row.walletAddress.toLowerCase() !== address.toLowerCase()) return null
  const { fiatCurrency, fiatValue } = row.price
  return {
    id: row.id,
    at,
    outcome: outcomeOf(row.status),
    status: short(row.status),
    product: short(row.brandName || row.productSku),
    sku: short(row.productSku),
    quantity: short(row.quantity),
    currency: short(fiatCurrency),
    amount: amountOf(fiatValue),
    coin: short(row.tokenUsed),
    paid: amountOf(row.tokenAmountPaid),
    chainId: row.chainId,
    hash: isHash(row.blockchainTransactionHash) ? row.blockchainTransactionHash : null,
  }
}

function outcomeOf(status: string): RegisterOutcome {
  if (status.toUpperCase() === 'REFUNDED') return 'refunded'
  return ({ done: 'delivered', failed: 'failed', pending: 'on-its-way' } as const)[deliveryOf(status)]
}

const short = (text: string): string => text.slice(0, LONGEST)

/** Longer than any real amount; sums must stay exact. */
const LONGEST_AMOUNT = 40
const amountOf = (text: string | null): string | null =>
  text !== null && text.length <= LONGEST_AMOUNT && isDecimal(text) ? text : null
