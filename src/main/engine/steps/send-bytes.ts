import type { Hash } from 'viem'
import type { SendRefusal } from '../../../shared/purchases/state.ts'
import type { Chain } from '../../chain/chain.ts'
import type { SignedBytes, StepRecord } from './step-record.ts'

const SECOND = 1_000
/** A transaction still in its node's pool is sent again from time to time, in case the node did not pass it on. */
const POOLED_MS = 30 * SECOND
const UNSEEN_MS = 2 * SECOND
const FAILED_MS = SECOND
const FAILED_AT_MOST_MS = 4 * SECOND
/** A pause requested by nodes delays a payment at most this long. */
const REST_AT_MOST_MS = 30 * SECOND

/** What this process remembers of its sending; times are of the monotonic clock. */
export interface SendMemory {
  /** How often nodes answered to each, and the last time. */
  readonly sent: Map<Hash, { readonly times: number; readonly at: number }>
  /** Bytes without any node's answer, and when they may be sent again. */
  readonly failed: Map<Hash, { readonly times: number; readonly nextAt: number }>
  /** Why all nodes refuse the bytes, by the last answers. */
  readonly refused: Map<Hash, SendRefusal>
}

export interface Sending {
  readonly chain: Chain
  readonly memory: SendMemory
  readonly monotonic: () => number
}

/**
 * Returns the newest bytes, which pay the most, or the registered ones if there are any. If a payment is registered with another program's
 * bytes, only that program sends it: ours must not be mined instead.
 */
export function bytesToSend({ kind, signed }: StepRecord, registered: Hash | null): SignedBytes | undefined {
  const bytes = signed.find(({ hash }) => hash === registered)
  return kind === 'pay' && registered !== null ? bytes : (bytes ?? signed.at(-1))
}

/** Sends bytes without any node's answer before any other request. Only a pause that nodes request delays them. */
export async function sendFirst(sending: Sending, bytes: SignedBytes | undefined): Promise<void> {
  if (bytes && untilSent(sending, bytes) === 0) await send(sending, bytes)
}

/** Returns the milliseconds until bytes without any node's answer are due; null if a node has answered. */
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
