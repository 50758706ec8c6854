import type { Hash } from 'viem'
import type { SendRefusal } from '../../shared/purchase.ts'
import type { Chain } from '../chain/chain.ts'
import type { SignedBytes, StepRecord } from './step-record.ts'

const SECOND = 1_000
/** A transaction that its node still holds is sent again now and then, should it not have passed it on. */
const POOLED_MS = 30 * SECOND
const UNSEEN_MS = 2 * SECOND
const FAILED_MS = SECOND
const FAILED_AT_MOST_MS = 4 * SECOND
/** A rest that nodes ask for holds up a payment no longer than this. */
const REST_AT_MOST_MS = 30 * SECOND

/** What this process remembers of what it sent; moments are of the monotonic clock. */
export interface SendMemory {
  /** How often nodes answered to each, and when they did last. */
  readonly sent: Map<Hash, { readonly times: number; readonly at: number }>
  /** What no node answered to, and when it may be sent again. */
  readonly failed: Map<Hash, { readonly times: number; readonly nextAt: number }>
  /** Why no node takes bytes that were sent last. */
  readonly refused: Map<Hash, SendRefusal>
}

export interface Sending {
  readonly chain: Chain
  readonly memory: SendMemory
  readonly monotonic: () => number
}

/** The newest bytes, since they pay the most; but those that were registered, once any were. */
export function bytesToSend(step: StepRecord, told: Hash | null): SignedBytes | undefined {
  return step.signed.find(({ hash }) => hash === told) ?? step.signed.at(-1)
}

/** Sends what no node ever answered to, before anything else is asked: it waits for nothing but a node that lets something through. */
export async function sendFirst(sending: Sending, bytes: SignedBytes | undefined): Promise<void> {
  if (bytes && untilSent(sending, bytes) === 0) await send(sending, bytes)
}

/** Milliseconds until bytes that no node answered to yet are to be sent; null where one did. */
export function untilSent(
  { memory, monotonic }: Omit<Sending, 'chain'>,
  { hash }: Pick<SignedBytes, 'hash'>,
): number | null {
  if (memory.sent.has(hash)) return null
  return Math.max(0, (memory.failed.get(hash)?.nextAt ?? 0) - monotonic())
}

/** Whether bytes are to be sent now, for the first time or again; the pauses grow with each time. */
export function isDueAgain(sending: Omit<Sending, 'chain'>, { hash }: SignedBytes, isPooled: boolean): boolean {
  const { memory, monotonic } = sending
  const last = memory.sent.get(hash)
  if (!last) return untilSent(sending, { hash }) === 0
  const waitsForEarlier = memory.refused.get(hash) === 'waits-for-earlier'
  const unseen = waitsForEarlier ? UNSEEN_MS : Math.min(UNSEEN_MS * 2 ** (last.times - 1), POOLED_MS)
  return monotonic() - last.at >= (isPooled ? POOLED_MS : unseen)
}

/** Sends bytes and notes what came of it; what that means for the step, a block will show. */
export async function send({ chain, memory, monotonic }: Sending, { hash, raw }: SignedBytes): Promise<void> {
  const { sent, failed, refused } = memory
  try {
    const refusal = await chain.send(raw)
    if (refusal === null) refused.delete(hash)
    else refused.set(hash, refusal)
    sent.set(hash, { times: (sent.get(hash)?.times ?? 0) + 1, at: monotonic() })
    failed.delete(hash)
  } catch {
    // A timeout leaves the outcome unknown, and the next look finds it.
    const times = (failed.get(hash)?.times ?? 0) + 1
    const rest = await chain.untilTick(0)
    const pause = rest > 0 ? Math.min(rest, REST_AT_MOST_MS) : Math.min(FAILED_MS * 2 ** (times - 1), FAILED_AT_MOST_MS)
    failed.set(hash, { times, nextAt: monotonic() + pause })
  }
}
