import type { Address, Hash } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { PurchaseEvent, RefundChoice } from '../../shared/purchases/state.ts'
import type { Chain, ListedTransfer } from '../../main/chain/chain.ts'
import { answerRefund } from '../../main/purchases/refund/answer-refund.ts'
import { findRefund } from '../../main/purchases/refund/find-refund.ts'
import type { PurchaseContext } from '../../main/purchases/purchase-context.ts'
import type { PurchaseRecord } from '../../main/purchases/purchase-record.ts'
import { readPurchase } from '../../main/purchases/purchase-repository.ts'
import {
  readOpenRefunds,
  readPossibleRefunds,
  type PossibleRefund,
} from '../../main/purchases/refund/refund-repository.ts'
import type { BlockRange } from '../../main/purchases/refund/refund-search.ts'
import { from as own, openTestLedger, terms, type StoreOptions } from './ledger.ts'

const address = (digit: number): Address => `0x${String(digit).repeat(40)}`
export const { recipient: payee, units } = terms.payment
export const [stranger, cashier, router, passer] = [address(5), address(6), address(7), address(8)]
/** The block of every payment. */
export const PAID_IN = 3n

/** A ledger of failed purchases, and the part of a chain that refunds need. The finalized block is two behind the head. */
export interface TestRefunds {
  now: number
  head: bigint
  transfers: ListedTransfer[]
  /** The block ranges that were read, oldest first. */
  readonly reads: BlockRange[]
  /** Whether the chain reports block times. */
  hasBlockTimes: boolean
  readonly context: PurchaseContext
  readonly chain: Chain
  /** Stores a purchase that was paid and failed; returns its id. */
  failed(options?: StoreOptions): string
  /** Adds a transfer of the coin to the wallet to the chain; returns its hash. */
  sent(from: Address, blockNumber: bigint, given?: Partial<ListedTransfer>): Hash
  record(id: string): PurchaseRecord
  /** Searches for the refund unless one was found already. */
  poll(id: string): Promise<PurchaseRecord>
  /** Returns the transfers with an open question. */
  openQuestions(id: string): Hash[]
  answer(id: string, hash: Hash, choice: RefundChoice): string[]
  dispose(): void
}

/** Creates a purchase event; `more` holds the fields of its type. */
export const event = (type: PurchaseEvent['type'], more: object = {}): PurchaseEvent =>
  ({ type, ...more }) as PurchaseEvent

/** Opens an empty ledger and an empty chain. */
export function openTestRefunds(): TestRefunds {
  const ledger = openTestLedger()
  const context = {
    ...ledger.context,
    now: () => sandbox.now,
    onChanged: () => undefined,
    service: () => null,
  } as unknown as PurchaseContext
  const chain = {
    finalized: async () => sandbox.head - 2n,
    async transfersTo(tokens: readonly Address[], to: Address, first: bigint, last: bigint) {
      sandbox.reads.push({ from: first, to: last })
      return sandbox.transfers.filter(
        (one) => tokens.includes(one.token) && one.to === to && one.blockNumber >= first && one.blockNumber <= last,
      )
    },
    async blockTime(block: bigint) {
      if (!sandbox.hasBlockTimes) throw new AppError('network-unreachable', 'No time')
      return Number(block) * 1000
    },
  } as unknown as Chain
  const record = (id: string): PurchaseRecord => {
    const found = readPurchase(context.ledger, id)
    if (found === null) throw new Error('None')
    return found
  }
  const sandbox: TestRefunds = {
    now: 100_000,
    head: 20n,
    transfers: [],
    reads: [],
    hasBlockTimes: true,
    context,
    chain,
    record,
    failed(options = {}) {
      const paid = [event('mined'), event('confirmed'), event('registration-prepared')]
      const settled = [event('registered', { status: 'FAILED' }), event('finalized')]
      return ledger.store({ ...options, events: [...paid, ...settled] })
    },
    sent(from, blockNumber, given = {}) {
      const hash: Hash = `0x${(sandbox.transfers.length + 1).toString(16).padStart(64, '0')}`
      const one = { hash, logIndex: 0, token: terms.token.address ?? own, from, to: own, units, blockNumber }
      sandbox.transfers.push({ ...one, isProven: true, ...given })
      return one.hash
    },
    async poll(id) {
      if (record(id).state.refund === 'none') await findRefund(context, chain, record(id))
      return record(id)
    },
    openQuestions: (id) => readOpenRefunds(context.ledger, id).map(({ hash }) => hash),
    answer(id, hash, choice) {
      const isAbout = (one: PossibleRefund): boolean => one.hash === hash
      const { ledger } = context
      const openQuestions = readOpenRefunds(ledger, id).find(isAbout) ?? readPossibleRefunds(ledger, id).find(isAbout)
      return answerRefund(context, record(id), { hash, ordinal: openQuestions?.ordinal ?? null, choice })
    },
    dispose: () => ledger.dispose(),
  }
  return sandbox
}
