import { isAddressEqual, type Address } from 'viem'
import type { ArrivalReason } from '../../../shared/external/arrival-reasons.ts'
import { PRICE_HELD_MS, type Arrival, type ExternalPayment } from './external-payment.ts'

/** A payment that was asked for, as far as it is compared with what arrives. */
export interface Asked extends Pick<
  ExternalPayment,
  'id' | 'from' | 'terms' | 'sinceBlock' | 'sinceTime' | 'nonce' | 'ended' | 'endedBlock'
> {
  /** Whether it became a purchase that ended unpaid: another transaction took the place of its payment. */
  readonly isUnpaid: boolean
  /** The block of the payment that it became; null without one, or while that is in no block. */
  readonly paidIn: bigint | null
  /** Returns whether the user said that an arrival is not its payment. */
  readonly isDeclined: (arrival: Arrival) => boolean
}

/** Coins that arrived, and whether the account itself sent them as a plain transfer. */
export interface Candidate extends Arrival {
  readonly isPlain: boolean
  /** The account's nonce that it used; null if the account did not send it, or that is not known. */
  readonly nonce: number | null
  /** Whether the user answered that it pays nothing, so that Till said that it would report it nowhere; or most nodes do not show it. */
  readonly isDoubtful: boolean
}

/** What an arrival is for one payment: its payment, or a question. */
export interface Verdict<One = Candidate> {
  readonly id: string
  readonly arrival: One
  readonly is: 'paid' | ArrivalReason
}

/**
 * Judges what arrived at one address against the payments asked of one account, oldest first; `arrivals` leaves out what belongs to a
 * purchase or is answered. A payment is taken only if exactly one purchase can be meant, or if as many arrived as are awaited. Pure.
 */
export function judgeArrivals<One extends Candidate>(
  asked: readonly Asked[],
  arrivals: readonly One[],
): Verdict<One>[] {
  const sorted = [...arrivals].sort((one, other) => Number(one.block - other.block) || one.ordinal - other.ordinal)
  const paid = new Map<string, bigint>()
  const questioned = new Set<string>()
  return sorted.flatMap((arrival, index) => {
    const asOfNow = asked.map((one) => {
      const paidIn = paid.get(one.id)
      return paidIn === undefined ? one : { ...one, ended: 'paid' as const, paidIn }
    })
    const verdicts = judge(asOfNow, arrival, { left: sorted.slice(index), questioned })
    for (const { id, is } of verdicts) {
      if (is === 'paid') paid.set(id, arrival.block)
      else questioned.add(id)
    }
    return verdicts
  })
}

/** The arrivals from the judged one on, and the payments that have a question about an earlier one. */
interface Others<One> {
  readonly left: readonly One[]
  readonly questioned: ReadonlySet<string>
}

function judge<One extends Candidate>(asked: readonly Asked[], arrival: One, judged: Others<One>): Verdict<One>[] {
  const { left, questioned } = judged
  const earlier = asked.filter((one) => isAfter(one, arrival) && !one.isDeclined(arrival))
  const open = earlier.filter(({ ended }) => ended === null)
  // Of two arrivals that two payments await, each is a question about one of them.
  const same = open
    .filter((one) => isAmount(one, arrival))
    .toSorted((one, other) => Number(questioned.has(one.id)) - Number(questioned.has(other.id)))
  const verdict = (one: Asked | undefined, is: Verdict['is']): Verdict<One>[] =>
    one === undefined ? [] : [{ id: one.id, arrival, is }]
  const [first, ...others] = same
  // What arrived before the right payment, or before its user stopped, may be read after it.
  const before = earlier.filter((one) => wasAwaited(one, arrival))
  if (!earlier.some(({ from }) => isAddressEqual(from, arrival.from))) {
    return verdict(first ?? before.findLast((one) => isAmount(one, arrival)), 'other-sender')
  }
  if (first !== undefined) {
    if (!arrival.isPlain) return verdict(first, 'other-call')
    if (others.length === 0 || countSame(left, arrival) >= same.length)
      return verdict(first, isLate(first, arrival) ? 'late' : arrival.isDoubtful ? 'unclear' : 'paid')
    return same.flatMap((one) => verdict(one, 'unclear'))
  }
  const closed = earlier.findLast((one) => one.ended !== null && isAmount(one, arrival))
  if (closed !== undefined) return verdict(closed, reasonAfter(closed))
  const awaited = open.length > 0 ? open : before
  const inCoin = awaited.findLast((one) => isCoin(one, arrival.token))
  if (inCoin === undefined) return verdict(awaited.at(-1), 'other-token')
  return verdict(inCoin, arrival.units < inCoin.terms.payment.units ? 'too-little' : 'too-much')
}

/** Returns whether an ended payment may have been awaited when something arrived, by the chain's blocks. */
function wasAwaited({ ended, endedBlock, paidIn }: Asked, { block }: Arrival): boolean {
  // What arrived in doubt is asked about, never passed over.
  if (ended === 'stopped') return endedBlock === null || block <= endedBlock
  return paidIn !== null && block <= paidIn
}

/** Returns why a payment that is not awaited any more is a question. */
function reasonAfter({ ended, isUnpaid }: Asked): ArrivalReason {
  if (ended === 'stopped') return 'stopped'
  return isUnpaid ? 'unpaid' : 'twice'
}

/** Returns whether a payment still awaits exactly what its account sent. Pure. */
export function awaits(one: Asked, arrival: Arrival): boolean {
  const isOpen = one.ended === null && isAfter(one, { block: arrival.block, nonce: null })
  const isSent = isAddressEqual(one.from, arrival.from) && isAmount(one, arrival)
  return isOpen && isSent && !one.isDeclined(arrival)
}

/** Returns whether coins were sent after they were asked for. A dishonest node may show an older payment in a newer block. */
function isAfter({ sinceBlock, nonce }: Asked, arrival: Pick<Candidate, 'block' | 'nonce'>): boolean {
  return sinceBlock < arrival.block && (arrival.nonce === null || nonce <= arrival.nonce)
}

/** Counts the plain arrivals from one on that are equal to it. */
function countSame(left: readonly Candidate[], { token, units, from }: Candidate): number {
  return left.filter(
    (one) => one.isPlain && one.units === units && isAddressEqual(one.from, from) && isSameToken(one.token, token),
  ).length
}

function isAmount(one: Asked, { token, units }: Arrival): boolean {
  return one.terms.payment.units === units && isCoin(one, token)
}

function isCoin({ terms }: Asked, token: Address | null): boolean {
  return isSameToken(terms.token.address, token)
}

/** Returns whether two coins of a network are the same; null is the native coin. */
export function isSameToken(one: Address | null, other: Address | null): boolean {
  return one === null || other === null ? one === other : isAddressEqual(one, other)
}

/** By the chain's own clock, which may differ from this machine's. */
function isLate({ sinceTime }: Asked, { at }: Arrival): boolean {
  return at - sinceTime > PRICE_HELD_MS
}
