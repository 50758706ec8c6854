import { isAddressEqual, type Address, type Hash } from 'viem'
import { deliveryOf, type RefundEvidence } from '../../shared/purchase.ts'
import type { Chain, ListedTransfer } from '../chain/chain.ts'
import { askAboutRefund } from './ask-about-refund.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { payStep, type PurchaseRecord } from './purchase-record.ts'
import { applyEvent, readEvents } from './purchase-repository.ts'
import {
  insertPossibleRefund,
  isConfirmedSender,
  readOpenRefunds,
  selectUntaken,
  type TransferPlace,
} from './refund-repository.ts'

/** The blocks that most nodes answer at once, and how many requests one search makes. */
const BLOCKS_AT_ONCE = 1_000n
/** Read again in every search: nodes that lost their logs for some minutes returned fewer without an error. */
const READ_AGAIN_BLOCKS = 500n
const GOES = 20
/** Read again each time the wait has doubled: some nodes lack their logs for longer. */
const READ_LATER_BLOCKS = 10_000n
const FIRST_LATER_MS = 10 * 60_000
/** How much higher a payment can be mined after a reorganization than before. */
const REORG_BLOCKS = 64n

/** How far this process has searched for each purchase's refund. */
export type RefundCursors = Map<string, RefundCursor>

interface RefundCursor {
  /** The next block to be searched. */
  readonly next: bigint
  /** Milliseconds of waiting after which many blocks are read again. */
  readonly laterAt: number
}

/** Epoch milliseconds at which the service first said that the purchase failed. */
export function failedAt(context: PurchaseContext, record: PurchaseRecord): number {
  const failed = readEvents(context.ledger, record.id).find(({ status }) => deliveryOf(status) === 'failed')
  return failed?.at ?? record.createdAt
}

/**
 * Searches the chain for a failed purchase's refund: the same token and amount, after the payment, not counted before. A transfer from the
 * payee, or from a sender whom the person confirmed before, counts; about any other Till asks the person once it is final, and about one of
 * theirs that its nodes do not prove.
 * Throws AppError if the network does not answer.
 */
export async function findRefund(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  cursors: RefundCursors,
): Promise<void> {
  if (countAsked(context, record)) return
  askAboutRefund(context, record.id)
  const { token } = record.terms
  const first = firstBlock(context, record)
  // A native coin comes back without a trace in the logs: that a person must see for themselves.
  if (token.address === null || first === null) return
  const [head, finalized] = await Promise.all([chain.head(), chain.finalized()])
  const waitedMs = context.now() - failedAt(context, record)
  const cursor = cursors.get(record.id) ?? { next: first, laterAt: FIRST_LATER_MS }
  const isLater = waitedMs >= cursor.laterAt
  const laterAt = isLater ? 2 * waitedMs : cursor.laterAt
  let from = isLater ? highest(first, lowest(cursor.next, head - READ_LATER_BLOCKS)) : cursor.next
  for (let go = 0; go < GOES && from < head; go++) {
    const last = from + BLOCKS_AT_ONCE - 1n
    // The newest block waits for a confirmation.
    const to = last < head - 1n ? last : head - 1n
    const transfers = await chain.transfersTo(token.address, record.from, from, to)
    if (await countOrAsk(context, chain, record, transfers, finalized)) return
    from = to + 1n
    const settled = (to <= finalized ? to : finalized) + 1n - READ_AGAIN_BLOCKS
    cursors.set(record.id, { next: highest(settled, first), laterAt })
  }
}

function highest(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function lowest(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Counts the first transfer by a sender who is known to pay for the service, and asks about the others. Returns whether one counted. */
async function countOrAsk(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  transfers: readonly ListedTransfer[],
  finalized: bigint,
): Promise<boolean> {
  const { ledger, now } = context
  const possible = selectPossible(context, record, withPlaces(transfers))
  const evidences = new Map<Address, RefundEvidence | null>()
  for (const { from } of possible) {
    if (!evidences.has(from)) {
      evidences.set(
        from,
        knownEvidence(context, record, from) ?? ((await wasPaid(chain, record, from)) ? 'payee' : null),
      )
    }
  }
  // Selected again, since another purchase may have taken one meanwhile.
  for (const { hash, place, from, isProven } of selectPossible(context, record, possible)) {
    const evidence = evidences.get(from) ?? null
    if (isProven && evidence !== null) return count(context, record, { hash, place, from, evidence })
  }
  // A node can invent as many strangers as it likes.
  const isAsked = ({ from, isProven }: PlacedTransfer): boolean => isProven === (evidences.get(from) === null)
  const doubtful = possible.filter((one) => one.blockNumber <= finalized && isAsked(one))
  for (const { hash, place, from, isProven, blockNumber } of doubtful) {
    const happenedAt = await chain.blockTime(blockNumber).catch(() => null)
    insertPossibleRefund(ledger, record.id, { hash, place, sender: from, isProven, happenedAt }, now())
  }
  if (doubtful.length > 0) askAboutRefund(context, record.id)
  return false
}

/** A transfer with its place among those of its transaction: a reorganization moves a log in its block, not in its transaction. */
type PlacedTransfer = ListedTransfer & { readonly place: number }

/** Gives each transfer its place, proven ones among themselves: what a node invents moves none of them. */
function withPlaces(transfers: readonly ListedTransfer[]): PlacedTransfer[] {
  const proven = transfers.filter(({ isProven }) => isProven)
  return [...numbered(proven), ...numbered(transfers).filter(({ isProven }) => !isProven)]
}

/**
 * Numbers the transfers of each transaction by what they move, since nodes number their logs differently; `transfers` holds all of a block to
 * the wallet, or none.
 */
function numbered(transfers: readonly ListedTransfer[]): PlacedTransfer[] {
  const next = new Map<Hash, number>()
  return [...transfers]
    .sort(
      (one, other) =>
        Number(one.blockNumber - other.blockNumber) ||
        Number(one.units - other.units) ||
        one.from.localeCompare(other.from),
    )
    .map((transfer) => {
      const place = next.get(transfer.hash) ?? 0
      next.set(transfer.hash, place + 1)
      return { ...transfer, place }
    })
}

/** Returns the transfers of the purchase's amount, from somebody else, that no purchase has taken. */
function selectPossible(
  { ledger }: PurchaseContext,
  { id, from: own, terms }: PurchaseRecord,
  transfers: readonly PlacedTransfer[],
): PlacedTransfer[] {
  const equal = transfers.filter(({ units, from }) => units === terms.payment.units && !isAddressEqual(from, own))
  return selectUntaken(ledger, id, equal)
}

/** What the ledger says of a sender, or null. */
function knownEvidence({ ledger }: PurchaseContext, record: PurchaseRecord, sender: Address): RefundEvidence | null {
  if (isAddressEqual(sender, record.terms.payment.recipient)) return 'payee'
  return isConfirmedSender(ledger, record, sender) ? 'known-sender' : null
}

/** Whether a router handed the purchase's payment on to `account`, in the same transaction. */
async function wasPaid(chain: Chain, record: PurchaseRecord, account: Address): Promise<boolean> {
  const { token, payment } = record.terms
  const { minedHash, blockNumber } = payStep(record)
  if (payment.shape !== 'router' || token.address === null || blockNumber === null) return false
  const transfers = await chain.transfersTo(token.address, account, blockNumber, blockNumber)
  const payers = [record.from, payment.to]
  return transfers.some(
    ({ hash, from, isProven }) => isProven && hash === minedHash && payers.some((payer) => isAddressEqual(payer, from)),
  )
}

/** Counts a transfer whose question is open, if the person has accepted another one from the same sender meanwhile. */
function countAsked(context: PurchaseContext, record: PurchaseRecord): boolean {
  for (const { hash, place, sender, isProven } of readOpenRefunds(context.ledger, record.id)) {
    const evidence = knownEvidence(context, record, sender)
    if (isProven && evidence !== null) return count(context, record, { hash, place, from: sender, evidence })
  }
  return false
}

function count(
  context: PurchaseContext,
  { id, terms }: PurchaseRecord,
  refund: TransferPlace & { readonly from: Address; readonly evidence: RefundEvidence },
): boolean {
  const counted = { ...refund, units: terms.payment.units }
  applyEvent(context.ledger, id, { type: 'refund-seen' }, context.now(), { refund: counted })
  context.onChanged(id)
  return true
}

/** The first block that can hold a refund: the payment's, or one before where the payment was taken back and mined again. */
function firstBlock({ ledger }: PurchaseContext, record: PurchaseRecord): bigint | null {
  const paidIn = payStep(record).blockNumber
  if (paidIn === null || !readEvents(ledger, record.id).some(({ type }) => type === 'reorged')) return paidIn
  return paidIn > REORG_BLOCKS ? paidIn - REORG_BLOCKS : 0n
}
