import type { Hash } from 'viem'
import type { SendRefusal } from '../../shared/purchases/state.ts'
import type { Chain } from '../chain/chain.ts'
import type { SignedBytes, StepRecord } from './step-record.ts'

const SECOND = 1_000
/** A transaction that its node still holds is sent again from time to time, in case the node has not passed it on. */
const POOLED_MS = 30 * SECOND
const UNSEEN_MS = 2 * SECOND
const FAILED_MS = SECOND
const FAILED_AT_MOST_MS = 4 * SECOND
/** A rest that nodes ask for delays a payment no longer than this. */
const REST_AT_MOST_MS = 30 * SECOND

/** What this process remembers of its sending; moments are of the monotonic clock. */
export interface SendMemory {
  /** How often nodes have answered to each, and when last. */
  readonly sent: Map<Hash, { readonly times: number; readonly at: number }>
  /** Bytes that no node answered to, and when they may be sent again. */
  readonly failed: Map<Hash, { readonly times: number; readonly nextAt: number }>
  /** Why no node accepts bytes, by the last answers. */
  readonly refused: Map<Hash, SendRefusal>
}

export interface Sending {
  readonly chain: Chain
  readonly memory: SendMemory
  readonly monotonic: () => number
}

/**
 * Returns the newest bytes, which pay the most, or the registered ones if there are any. A payment that was registered in bytes of another
 * program is that program's to send: ours must not be mined in its place.
 */
export function bytesToSend({ kind, signed }: StepRecord, registered: Hash | null): SignedBytes | undefined {
  const bytes = signed.find(({ hash }) => hash === registered)
  return kind === 'pay' && registered !== null ? bytes : (bytes ?? signed.at(-1))
}

/** Sends bytes that no node has answered to, before any other request. Only a node's rest delays them. */
export async function sendFirst(sending: Sending, bytes: SignedBytes | undefined): Promise<void> {
  if (bytes && untilSent(sending, bytes) === 0) await send(sending, bytes)
}

/** Returns the milliseconds until bytes that no node has answered to are due; null if one has. */
export function untilSent(
  { memory, monotonic }: Omit<Sending, 'chain'>,
  { hash }: Pick<SignedBytes, 'hash'>,
): number | null {
  if (memory.sent.has(hash)) return null
  return Math.max(0, (memory.failed.get(hash)?.nextAt ?? 0) - monotonic())
}

/** Returns whether bytes are due now, for the first time or again; the pauses grow with each time. */
export function isDueAgain(sending: Omit<Sending, 'chain'>, { hash }: SignedBytes, isPooled: boolean): boolean {
  const { memory, monotonic } = sending
  const last = memory.sent.get(hash)
  if (!last) return untilSent(sending, { hash }) === 0
  const waitsForEarlier = memory.refused.get(hash) === 'waits-for-earlier'
  const unseen = waitsForEarlier ? UNSEEN_MS : Math.min(UNSEEN_MS * 2 ** (last.times - 1), POOLED_MS)
  return monotonic() - last.at >= (isPooled ? POOLED_MS : unseen)
}

/** Sends bytes and notes the answer; only a block moves the step. */
export async function send({ chain, memory, monotonic }: Sending, { hash, raw }: SignedBytes): Promise<void> {
  const { sent, failed, refused } = memory
  try {
    const refusal = await chain.send(raw)
    if (refusal === null) refused.delete(hash)
    else refused.set(hash, refusal)
    sent.set(hash, { times: (sent.get(hash)?.times ?? 0) + 1, at: monotonic() })
    failed.delete(hash)
  } catch {
    // A timeout leaves the outcome unknown; the next check finds it.
    const times = (failed.get(hash)?.times ?? 0) + 1
    const rest = await chain.untilTick(0)
    const pause = rest > 0 ? Math.min(rest, REST_AT_MOST_MS) : Math.min(FAILED_MS * 2 ** (times - 1), FAILED_AT_MOST_MS)
    failed.set(hash, { times, nextAt: monotonic() + pause })
  }
}
