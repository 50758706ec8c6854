import { isAddressEqual, type Address } from 'viem'
import { deliveryOf, type RefundEvidence } from '../../../shared/purchases/state.ts'
import type { Chain, ListedTransfer } from '../../chain/chain.ts'
import { numberListed, type NumberedTransfer } from '../../chain/read/logs/number-transfers.ts'
import { askAboutRefund } from './ask-about-refund.ts'
import { countRefund, owedTo } from './count-refund.ts'
import {
  isWholeRefund,
  judgeRefund,
  type OwedRefund,
  type RefundCandidate,
  type RefundVerdict,
} from './judge-refund.ts'
import { judgeWithdrawal, type Withdrawal } from './judge-withdrawal.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { readEvents } from '../purchase-repository.ts'
import {
  insertPossibleRefund,
  isConfirmedSender,
  isPaidElsewhere,
  listOwing,
  readOpenRefunds,
  selectUncounted,
} from './refund-repository.ts'
import { readSearch, writeSearch } from './refund-search-repository.ts'
import { afterBlocks, afterSearch, afterWaiting, newSearch, nextBlocks } from './refund-search.ts'

/** The most requests that one search makes. */
const MAX_READS = 20
/** The most blocks by which a reorganization may have moved a payment up. */
const REORG_BLOCKS = 64n

/** Returns when the service first reported that the purchase failed, in epoch milliseconds. */
export function failedAt(context: PurchaseContext, record: PurchaseRecord): number {
  const failed = readEvents(context.ledger, record.id).find(({ status }) => deliveryOf(status) === 'failed')
  return failed?.at ?? record.createdAt
}

/**
 * Searches the final blocks for a failed purchase's refund: transfers of the same token after the payment that were not counted before.
 * Counts a certain refund; asks the person about a possible one. Throws AppError if the network does not answer.
 */
export async function findRefund(context: PurchaseContext, chain: Chain, record: PurchaseRecord): Promise<void> {
  if (countPossible(context, record)) return
  askAboutRefund(context, record.id)
  const { token } = record.terms
  const first = firstBlock(context, record)
  // A native coin's refund leaves no logs: the person must check it.
  if (token.address === null || first === null) return
  const finalized = await chain.finalized()
  const waitedMs = context.now() - failedAt(context, record)
  let search = afterWaiting(readSearch(context.ledger, record.id) ?? newSearch(first), first, waitedMs)
  try {
    for (let read = 0; read < MAX_READS; read++) {
      const blocks = nextBlocks(search, finalized)
      if (blocks === null) return
      const transfers = await chain.transfersTo([token.address], record.from, blocks.from, blocks.to)
      if (await countOrAsk(context, chain, record, transfers)) return
      search = afterBlocks(search, blocks)
    }
  } finally {
    writeSearch(context.ledger, record.id, afterSearch(search, first))
  }
}

/** Counts the first transfer that is certainly the refund, and asks about possible ones. Returns whether one counted. */
async function countOrAsk(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  transfers: readonly ListedTransfer[],
): Promise<boolean> {
  const possible = selectPossible(context, record, numberListed(transfers))
  if (possible.length === 0) return false
  const { judge, evidenceOf } = await readJudge(context, chain, record, possible)
  const doubtful: Doubtful[] = []
  // Selected again, because another purchase may have taken one meanwhile.
  for (const one of exactFirst(selectPossible(context, record, possible), owedTo(record))) {
    const verdict = judge(one)
    const evidence = evidenceOf(one)
    if (verdict.is === 'question') doubtful.push({ transfer: one, isKnown: evidence !== null, covers: verdict.covers })
    if (verdict.is !== 'refund') continue
    countRefund(context, record, { ...one, evidence }, { isWhole: true })
    return true
  }
  for (const each of doubtful) await storeQuestion(context, chain, record, each)
  if (doubtful.length > 0) askAboutRefund(context, record.id)
  return false
}

/** A transfer in question. */
interface Doubtful {
  readonly transfer: NumberedTransfer
  readonly isKnown: boolean
  readonly covers: readonly string[]
}

async function storeQuestion(
  { ledger, now }: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  { transfer, isKnown, covers }: Doubtful,
): Promise<void> {
  const happenedAt = await chain.blockTime(transfer.blockNumber).catch(() => null)
  insertPossibleRefund(ledger, record.id, { ...transfer, sender: transfer.from, isKnown, covers, happenedAt }, now())
}

interface Judge {
  judge(one: NumberedTransfer): RefundVerdict
  evidenceOf(one: NumberedTransfer): RefundEvidence | null
}

/** Reads what ledger and chain know about transfers and their senders. Returns what judges them by it. */
async function readJudge(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  transfers: readonly NumberedTransfer[],
): Promise<Judge> {
  const evidences = new Map<Address, RefundEvidence | null>()
  const withdrawals = new Map<NumberedTransfer, Withdrawal>()
  for (const one of transfers) {
    const { from } = one
    if (!evidences.has(from)) evidences.set(from, await readEvidence(context, chain, record, from))
    if (record.terms.payment.escrow === null || evidences.get(from) !== 'payee') continue
    withdrawals.set(one, await judgeWithdrawal(context, chain, record, one))
  }
  const judgeAmount = judgeAmong(context, record)
  const evidenceOf = ({ from }: NumberedTransfer): RefundEvidence | null => evidences.get(from) ?? null
  return {
    evidenceOf,
    judge(one) {
      const withdrawal = withdrawals.get(one) ?? 'own'
      if (withdrawal === 'other') return { is: 'nothing' }
      const verdict = judgeAmount({ ...one, isKnown: evidenceOf(one) !== null })
      return withdrawal === 'unclear' && verdict.is === 'refund' ? { is: 'question', covers: [record.id] } : verdict
    },
  }
}

/**
 * Puts transfers of exactly what is owed first: they are the likeliest refund, and only other amounts are compared with what the ledger's
 * other purchases are owed.
 */
function exactFirst<T extends { readonly units: bigint }>(transfers: readonly T[], { units }: OwedRefund): T[] {
  const isExact = (one: T): boolean => one.units === units
  return [...transfers.filter(isExact), ...transfers.filter((one) => !isExact(one))]
}

/** Returns the verdicts on transfers. Only a doubtful one is compared with what the ledger's other purchases are owed. */
function judgeAmong(
  { ledger }: PurchaseContext,
  record: PurchaseRecord,
): (one: Omit<RefundCandidate, 'isPaidElsewhere'>) => RefundVerdict {
  const own = owedTo(record)
  let others: readonly OwedRefund[] | null = null
  return (one) => {
    if (isWholeRefund(one, own)) return { is: 'refund' }
    others ??= listOwing(ledger, record).map(owedTo)
    return judgeRefund({ ...one, isPaidElsewhere: isPaidElsewhere(ledger, record, one.units) }, own, others)
  }
}

/** Returns the transfers from other accounts that no purchase has taken. */
function selectPossible(
  { ledger }: PurchaseContext,
  { id, from: own }: PurchaseRecord,
  transfers: readonly NumberedTransfer[],
): NumberedTransfer[] {
  const moved = transfers.filter(({ units, from }) => units > 0n && !isAddressEqual(from, own))
  return selectUncounted(ledger, id, moved)
}

/** Returns what ledger and chain know about a sender, or null. */
async function readEvidence(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  sender: Address,
): Promise<RefundEvidence | null> {
  const known = knownEvidence(context, record, sender)
  // A person's answer about one transfer from an escrow says nothing about the next.
  if (known === 'payee' || (known !== null && record.terms.payment.escrow === null)) return known
  return (await wasPaid(chain, record, sender)) ? 'payee' : known
}

/** Returns what the ledger knows about a sender, or null. */
function knownEvidence({ ledger }: PurchaseContext, record: PurchaseRecord, sender: Address): RefundEvidence | null {
  const { recipient, escrow } = record.terms.payment
  if ([recipient, escrow?.vault ?? recipient].some((payee) => isAddressEqual(sender, payee))) return 'payee'
  return isConfirmedSender(ledger, record, sender) ? 'known-sender' : null
}

/** Returns whether a router forwarded the purchase's payment to `account` in the same transaction. */
async function wasPaid(chain: Chain, record: PurchaseRecord, account: Address): Promise<boolean> {
  const { token, payment } = record.terms
  const { minedHash, blockNumber } = payStep(record)
  if (payment.shape !== 'router' || token.address === null || blockNumber === null) return false
  const transfers = await chain.transfersTo([token.address], account, blockNumber, blockNumber)
  const payers = [record.from, payment.to]
  return transfers.some(
    ({ hash, from, isProven }) => isProven && hash === minedHash && payers.some((payer) => isAddressEqual(payer, from)),
  )
}

/** Counts a transfer in question if the person has meanwhile accepted another one from the same sender. */
function countPossible(context: PurchaseContext, record: PurchaseRecord): boolean {
  const possible = readOpenRefunds(context.ledger, record.id)
  const judge = judgeAmong(context, record)
  for (const { sender: from, ...one } of possible) {
    const evidence = knownEvidence(context, record, from)
    // A transfer out of its escrow is judged by what the chain says about it.
    if (record.terms.payment.escrow !== null && (one.isKnown || evidence === 'payee')) continue
    if (judge({ ...one, isKnown: evidence !== null }).is !== 'refund') continue
    countRefund(context, record, { ...one, from, evidence }, { isWhole: true })
    return true
  }
  return false
}

/** Returns the first block that can contain a refund: the payment's, or an earlier one if the payment was reorganized. */
function firstBlock({ ledger }: PurchaseContext, record: PurchaseRecord): bigint | null {
  const paidIn = payStep(record).blockNumber
  if (paidIn === null || !readEvents(ledger, record.id).some(({ type }) => type === 'reorged')) return paidIn
  return paidIn > REORG_BLOCKS ? paidIn - REORG_BLOCKS : 0n
}
