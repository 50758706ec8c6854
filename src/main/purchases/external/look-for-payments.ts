import { isAddressEqual, type Address } from 'viem'
import { isUnpaidForGood } from '../../../shared/purchases/state.ts'
import type { Chain } from '../../chain/chain.ts'
import { isStillChain } from '../../chain/is-still-chain.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { nullIfDamaged } from '../../db/null-if-damaged.ts'
import { readBytesAt, readSignedAt } from '../../engine/steps/step-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { readState } from '../purchase-repository.ts'
import type { BlockRange } from '../refund/refund-search.ts'
import type { Arrival, ExternalPayment, Finding, ListedArrival } from './external-payment.ts'
import { coinOf } from './name-coins.ts'
import { restoreGone } from './arrival-blocks-repository.ts'
import { dropOvertaken, isAskedElsewhere, isPaymentOf, readPaymentBlock } from './arrival-questions-repository.ts'
import { listFindings, readExternal, writeFinding, writeNextBlock } from './external-repository.ts'
import { awaits, isSameToken, judgeArrivals, type Candidate, type Verdict } from './judge-arrivals.ts'
import {
  isPlainTransfer,
  isSameCall,
  isTransferCall,
  readPaymentBytes,
  type PaymentBytes,
} from './read-payment-bytes.ts'
import { readNativeArrivals, readTokenArrivals, type Group, type KnownNonces } from './read-arrivals.ts'
import { takePayment } from './take-payment.ts'

/** The number of blocks that most nodes answer at once, and of requests that one look makes. */
const BLOCKS_AT_ONCE = 1_000n
const GOES = 20
/** Read again in every look: nodes that lost their logs for some minutes returned fewer without an error. */
const READ_AGAIN_BLOCKS = 500n
/** Passed over at once: fewer are read again with the others in one request. */
const PASSED_AT_ONCE = 100n
/** The strangers' payments of an awaited amount that the user is asked about. */
const STRANGERS_ASKED = 3

interface WithBytes extends Candidate, ListedArrival {
  /** Null if they are of a stranger, or of a form that Till does not know. */
  readonly bytes: PaymentBytes | null
}

/** What arrivals turned out to be. */
export interface Settled {
  /** The ids of the payments that changed. */
  readonly changed: readonly string[]
  /** The account's nonces by which something arrived that was no payment or answered question yet. */
  readonly nonces: readonly number[]
}

/** What a look at a group found. */
export interface Looked extends Settled {
  /** Whether newer blocks are left to read: Till was off for long. */
  readonly isBehind: boolean
}

/**
 * Looks for the payments of a group: takes those that are exactly what was asked for, and stores the rest as questions. Throws AppError if
 * the network is silent.
 */
export async function lookForPayments(
  context: PurchaseContext,
  chain: Chain,
  group: Group,
  known: KnownNonces,
): Promise<Looked> {
  const settled: Settled[] = []
  if (group.some(({ terms }) => terms.token.address === null)) {
    settled.push(await settle(context, chain, group, await readNativeArrivals(chain, group, known)))
  }
  const tokens = tokensOf(context, group)
  if (tokens.length === 0) return { ...together(settled), isBehind: false }
  const nodes = chain.nodes()
  const [head, finalized] = await Promise.all([chain.head(), chain.finalized()])
  let next = least(group.map(({ nextBlock }) => nextBlock))
  for (let go = 0; go < GOES && next <= head; go++) {
    const to = next + BLOCKS_AT_ONCE - 1n < head ? next + BLOCKS_AT_ONCE - 1n : head
    settled.push(await lookIn(context, chain, group, tokens, { from: next, to }))
    next = to + 1n
  }
  const passed = least([next, finalized + 1n]) - READ_AGAIN_BLOCKS
  const behind = group.filter(({ nextBlock }) => passed - nextBlock >= PASSED_AT_ONCE)
  if (behind.length > 0 && (await isStillChain(chain, nodes))) passOver(context, behind, passed)
  return { ...together(settled), isBehind: next <= head }
}

/** Stores that the blocks before `next` need not be read again. */
function passOver({ ledger }: PurchaseContext, group: readonly ExternalPayment[], next: bigint): void {
  for (const { id } of group) writeNextBlock(ledger, id, next)
}

/** Returns what several looks settled, each payment once. */
function together(settled: readonly Settled[]): Settled {
  const changed = new Set(settled.flatMap((one) => one.changed))
  return { changed: [...changed], nonces: settled.flatMap((one) => one.nonces) }
}

/** Looks for a group's payments in a range of blocks. Throws AppError if the network is silent. */
export async function lookIn(
  context: PurchaseContext,
  chain: Chain,
  group: Group,
  tokens: readonly Address[],
  blocks: BlockRange,
): Promise<Settled> {
  return settle(context, chain, group, await readTokenArrivals(chain, group, tokens, blocks))
}

/** Returns the coins that may arrive for a group: its own, and those the service lists on this network, which a payer may confuse. */
export function tokensOf({ current }: Pick<PurchaseContext, 'current'>, group: Group): Address[] {
  const own = group.flatMap(({ terms }) => terms.token.address ?? [])
  if (own.length === 0) return []
  const [{ terms }] = group
  const service = current()
  const network = group.some(({ profileId }) => profileId === service?.profileId)
    ? service?.networks.find(({ key }) => key === terms.network.key)
    : null
  const listed = network?.tokens.map(({ address }) => address) ?? []
  const distinct = new Map([...own, ...listed].map((address) => [address.toLowerCase(), address]))
  return [...distinct.values()]
}

/** Judges arrivals and stores what they are. Throws AppError if the network is silent. */
export async function settle(
  context: PurchaseContext,
  chain: Chain,
  group: Group,
  arrivals: readonly ListedArrival[],
): Promise<Settled> {
  const { ledger } = context
  const restored = arrivals.flatMap((one) => restoreGone(ledger, one))
  const asked = group.map((one) => {
    const answered = listFindings(ledger, one.id).filter(({ answeredAt }) => answeredAt !== null)
    const isUnpaid = one.ended === 'paid' && isUnpaidPurchase(ledger, one.id)
    return {
      ...one,
      isUnpaid,
      answered,
      // A node may list what arrived before the payment, and not the payment.
      paidIn: arrivals.find(({ hash }) => isPaymentOf(ledger, one.id, hash))?.block ?? readPaymentBlock(ledger, one.id),
      isDeclined: (arrival: Arrival) => answered.some(isSame(arrival)),
    }
  })
  const isSettled = (arrival: Arrival): boolean =>
    asked.some(({ answered }) => answered.some((one) => isSame(arrival)(one) && one.reason !== 'unclear'))
  const isOver = (arrival: Arrival): boolean =>
    readSignedAt(ledger, arrival.hash) !== null ||
    (asked.some((one) => one.isDeclined(arrival)) && !asked.some((one) => awaits(one, arrival)))
  const read = await Promise.all(
    arrivals.filter((one) => !isOver(one)).map((one) => readCandidate(context, chain, group[0], one)),
  )
  const candidates = read
    .filter((one) => one !== null)
    .map((one) => ({ ...one, isDoubtful: isSettled(one) || !one.isProven }))
  const changed = store(context, judgeArrivals(asked, candidates))
  const own = candidates.flatMap(({ bytes }) => (isSigned(group[0], bytes) ? bytes : []))
  return { changed: [...restored, ...changed], nonces: own.map(({ nonce }) => nonce) }
}

function isUnpaidPurchase(ledger: ReadableDb, id: string): boolean {
  const state = nullIfDamaged(() => readState(ledger, id))
  return state !== null && isUnpaidForGood(state)
}

/** Reads who signed what arrived; null if no node shows it yet, or if it is the payment of a purchase in other bytes. */
async function readCandidate(
  { ledger }: PurchaseContext,
  chain: Chain,
  payment: ExternalPayment,
  arrival: ListedArrival,
): Promise<Omit<WithBytes, 'isDoubtful'> | null> {
  const { chainInstance, from } = payment
  if (!isAddressEqual(arrival.from, from)) return { ...arrival, isPlain: false, nonce: null, bytes: null }
  if (!arrival.isProven && !(await isMined(chain, arrival))) return null
  const bytes = await readPaymentBytes(chain, arrival)
  if (bytes === null) {
    // Nodes that show its log know it; those asked now may be behind. In the end it is a form of transaction that Till does not know.
    const isLate = arrival.block <= (await chain.finalized())
    return isLate ? { ...arrival, isPlain: false, nonce: null, bytes } : null
  }
  const { nonce } = bytes
  // A wallet sped up what Till knows, which follows both. With another call it took the nonce of something else, which then never arrives.
  const known = readBytesAt(ledger, { chainInstance, from, nonce })
  if (known.some((raw) => isSameCall(bytes, raw))) return null
  const isPlain = isPlainTransfer(bytes, payment, arrival)
  // One node may say anything, but what the account signed to the coin itself moves what it says.
  const isDirect = isSigned(payment, bytes) && isSameToken(bytes.to, arrival.token)
  if (!arrival.isProven && isDirect && !isTransferCall(bytes, payment, arrival)) return null
  return { ...arrival, isPlain, nonce: isPlain ? nonce : null, bytes }
}

/** Returns whether what too few nodes show as arrived is at least in a final block. The others may have lost its receipt and logs. */
async function isMined(chain: Chain, { hash, block }: Arrival): Promise<boolean> {
  return block <= (await chain.finalized()) && (await chain.isInBlock(hash, block))
}

/** Stores verdicts in one commit; returns the ids of the payments that changed. */
function store(context: PurchaseContext, verdicts: readonly Verdict<WithBytes>[]): string[] {
  const { ledger } = context
  const changed = new Set<string>()
  ledger
    .transaction(() => {
      for (const { id, arrival, is } of verdicts) {
        const payment = readExternal(ledger, id)
        if (payment === null) continue
        if (is === 'paid') {
          const taken = arrival.bytes === null ? [] : takePayment(context, payment, arrival, arrival.bytes)
          for (const one of taken) changed.add(one)
          continue
        }
        const findings = listFindings(ledger, id)
        if (isKnown(findings, arrival, is) || (is === 'other-sender' && areEnough(findings))) continue
        if (is !== 'unclear' && isAskedElsewhere(ledger, id, arrival)) continue
        const nonce = isSigned(payment, arrival.bytes) ? arrival.bytes.nonce : null
        const finding = { ...arrival, ...coinOf(context, payment, arrival.token), reason: is, nonce }
        writeFinding(ledger, id, finding, context.now())
        changed.add(id)
      }
      for (const id of dropOvertaken(ledger)) changed.add(id)
    })
    .immediate()
  return [...changed]
}

function isSigned({ from }: ExternalPayment, bytes: PaymentBytes | null): bytes is PaymentBytes {
  return bytes !== null && isAddressEqual(bytes.signer, from)
}

/** At an address that everyone pays, strangers' payments of the same amount are no news. */
function areEnough(findings: readonly Finding[]): boolean {
  return findings.filter(({ reason }) => reason === 'other-sender').length >= STRANGERS_ASKED
}

function isKnown(findings: readonly Finding[], arrival: Arrival, reason: Finding['reason']): boolean {
  return findings.some((one) => isSame(arrival)(one) && one.units === arrival.units && one.reason === reason)
}

const isSame =
  ({ hash, ordinal }: Pick<Arrival, 'hash' | 'ordinal'>) =>
  (other: Pick<Arrival, 'hash' | 'ordinal'>): boolean =>
    other.hash === hash && other.ordinal === ordinal

function least(blocks: readonly bigint[]): bigint {
  return blocks.reduce((lowest, one) => (one < lowest ? one : lowest))
}
