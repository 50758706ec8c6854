import type { Address, Hash } from 'viem'
import { AppError } from '../../src/shared/errors.ts'
import type { ListedTransaction } from '../../src/main/service/operations/list-transactions.ts'
import type { SpendTransaction } from '../../src/main/service/operations/spend-transaction.ts'
import type { SimClock } from '../world/clock.ts'

export interface ManySpend {
  readonly id: string
  readonly hash: Hash
  readonly idempotencyKey: string
  readonly wallet: Address
  readonly sku: string
  readonly reference: string
  /** Epoch milliseconds at which it gets its outcome. */
  readonly settlesAt: number
  readonly fails: boolean
  /** Refunds a failed spend, once. */
  payBack: (() => void) | null
}

/** A spending service for many purchases that records every request, as a witness. */
export interface ManyService {
  readonly spends: readonly ManySpend[]
  /** The times of its requests in epoch milliseconds, oldest first. */
  readonly requests: readonly number[]
  /** Counts a request. Throws if the hourly limit is used up. */
  count(): void
  add(spend: ManySpend): void
  byKey(idempotencyKey: string): ManySpend | null
  byHash(hash: Hash): ManySpend | null
  /** Returns one page of a wallet's list, the newest first. */
  list(wallet: Address, page: number, pageSize: number): { rows: ListedTransaction[]; total: number }
  read(id: string): SpendTransaction | null
  view(spend: ManySpend): SpendTransaction
}

const HOUR_MS = 3_600_000

/** Creates a service without records that accepts `requestsPerHour` requests in any hour. */
export function createManyService(clock: SimClock, requestsPerHour: number): ManyService {
  const spends: ManySpend[] = []
  const requests: number[] = []
  const byId = new Map<string, ManySpend>()
  const byKey = new Map<string, ManySpend>()
  const byHash = new Map<Hash, ManySpend>()
  const byWallet = new Map<Address, ManySpend[]>()

  function statusOf(spend: ManySpend): string {
    if (clock.now() < spend.settlesAt) return 'PENDING'
    if (!spend.fails) return 'SUCCESS'
    spend.payBack?.()
    spend.payBack = null
    return 'FAILED'
  }

  function row(spend: ManySpend): ListedTransaction {
    return {
      id: spend.id,
      status: statusOf(spend),
      productType: 'topup',
      productSku: spend.sku,
      quantity: '1',
      price: { fiatCurrency: 'USD', fiatValue: '5', stableCoinCurrency: 'USDC', stableCoinValue: '5.1' },
      chainId: 1,
      tokenUsed: 'USDC',
      tokenAmountPaid: '5.1',
      imageUrl: '',
      created: '',
      brandName: 'Oak',
      walletAddress: spend.wallet,
      blockchainTransactionHash: spend.hash,
      serviceId: null,
      recordId: null,
    }
  }

  function view(spend: ManySpend): SpendTransaction {
    return {
      codes: [],
      integrator: 'recovery',
      transactionId: spend.id,
      status: statusOf(spend),
      countryIsoAlpha2: 'US',
      productType: 'topup',
      productSubType: '',
      sku: spend.sku,
      fiatUnitPrice: '5',
      fiatCurrency: 'USD',
      quantity: 1,
      givenReference: spend.reference,
      tokenUsed: 'USDC',
      tokenAmountPaid: '5.1',
      userWalletAddress: spend.wallet,
      chainId: 1,
      created: '',
      updated: '',
      recordId: null,
      isDeleted: false,
      product: { name: 'Oak', logoUrl: '' },
    }
  }

  return {
    spends,
    requests,
    count() {
      const inLastHour = requests.filter((at) => at > clock.now() - HOUR_MS).length
      requests.push(clock.now())
      if (inLastHour >= requestsPerHour) throw new AppError('service-rate-limited', 'Too many requests')
    },
    add(spend) {
      spends.push(spend)
      byId.set(spend.id, spend)
      byKey.set(spend.idempotencyKey, spend)
      byHash.set(spend.hash, spend)
      const own = byWallet.get(spend.wallet)
      if (own) own.push(spend)
      else byWallet.set(spend.wallet, [spend])
    },
    byKey: (key) => byKey.get(key) ?? null,
    byHash: (hash) => byHash.get(hash) ?? null,
    list(wallet, page, pageSize) {
      const own = byWallet.get(wallet) ?? []
      const end = own.length - (page - 1) * pageSize
      const rows = own.slice(Math.max(0, end - pageSize), Math.max(0, end)).reverse()
      return { rows: rows.map(row), total: own.length }
    },
    read: (id) => {
      const spend = byId.get(id)
      return spend ? view(spend) : null
    },
    view,
  }
}
