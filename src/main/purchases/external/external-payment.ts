import type { Address, Hash } from 'viem'
import type { ArrivalReason } from '../../../shared/external/arrival-reasons.ts'
import type { FrozenTerms } from '../purchase-record.ts'

/** How long the price is promised to the other wallet, by the chain's own clock. */
export const PRICE_HELD_MS = 15 * 60_000
/** How long Till looks for the payment, and after its end for a second or late one: a code may be scanned again days later. */
export const WATCHED_MS = 7 * 24 * 3_600_000

/** A payment that another wallet is asked to make, under the id of the purchase that it becomes. */
export interface ExternalPayment {
  readonly id: string
  /** Epoch milliseconds. */
  readonly askedAt: number
  /** The time from which limits count it. */
  readonly countedAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly repeatOf: string | null
  readonly draftId: string | null
  /** The payment that it replaces at a new price. */
  readonly replaces: string | null
  readonly terms: FrozenTerms
  readonly sealedDelivery: Uint8Array
  /** The chain's newest block when it was asked, and that block's time in epoch milliseconds. */
  readonly sinceBlock: bigint
  readonly sinceTime: number
  /** The account's next nonce then. */
  readonly nonce: number
  /** Blocks below it were searched. */
  readonly nextBlock: bigint
  readonly ended: 'paid' | 'stopped' | null
  readonly endedAt: number | null
  /** The chain's newest block when its user stopped waiting; null if that did not happen, or no node was that far. */
  readonly endedBlock: bigint | null
  /** When it was looked for to its end; null until then. */
  readonly lookedOutAt: number | null
}

/** Returns when a payment was asked, or ended. The chain's clock counts too: this machine's may have been behind. Pure. */
export function lastChangeOf({
  askedAt,
  sinceTime,
  endedAt,
}: Pick<ExternalPayment, 'askedAt' | 'sinceTime' | 'endedAt'>): number {
  return Math.max(endedAt ?? askedAt, sinceTime)
}

/** Returns until when Till looks for a payment. Pure. */
export function watchedUntil(payment: Pick<ExternalPayment, 'askedAt' | 'sinceTime' | 'endedAt'>): number {
  return lastChangeOf(payment) + WATCHED_MS
}

/** Returns whether a payment is looked for: until its time is over and every block until then was read. Pure. */
export function isWatched(payment: ExternalPayment, now: number): boolean {
  return payment.lookedOutAt === null || now < watchedUntil(payment)
}

/** Coins that arrived at the address that is to be paid. */
export interface Arrival {
  readonly hash: Hash
  /** Its position among the transfers of its transaction to the address, ordered by what they move, from 0. */
  readonly ordinal: number
  /** Null for the native coin. */
  readonly token: Address | null
  readonly from: Address
  readonly units: bigint
  readonly block: bigint
  /** The time of its block, in epoch milliseconds. */
  readonly at: number
}

/** An arrival as the chain's nodes show it. */
export interface ListedArrival extends Arrival {
  /** Whether most nodes show that it arrived. */
  readonly isProven: boolean
}

/** Returns the id of coins that arrived, or came back. Pure. */
export const idOf = ({ hash, ordinal }: Pick<Arrival, 'hash' | 'ordinal'>): string => `${hash}:${ordinal}`

/** An arrival that is not simply the payment, and why. */
export interface Finding extends Arrival {
  /** Its coin, as it was called then. */
  readonly symbol: string
  readonly decimals: number
  readonly reason: ArrivalReason
  readonly foundAt: number
  readonly answeredAt: number | null
  /** The asked account's nonce that sent it; null if another account did, or that is not known. */
  readonly nonce: number | null
  /** The hash of its block; null until it is read. */
  readonly blockHash: Hash | null
  /** When a reorganization was found to have removed it, in epoch milliseconds; null while it is on the chain. */
  readonly goneAt: number | null
}
