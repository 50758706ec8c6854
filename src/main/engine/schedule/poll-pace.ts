import type { Hash } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { Tick } from '../../chain/nodes/head-pulse.ts'
import { bytesToSend, untilSent, type SendMemory } from '../steps/send-bytes.ts'
import { isStepOpen, isUnproven, type StepRecord } from '../steps/step-record.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** A confirmed step is checked at least this often, until it is final. */
const CONFIRMED_AT_MOST_MS = 5 * MINUTE
/** The interval for checking a payment that is final without a receipt. */
const UNPROVEN_EACH_MS = 10 * MINUTE
const MIN_BLOCKS = 4n
/** The shortest pause, even after an immediate error. */
const MIN_MS = SECOND / 4

/** What this process remembers of its checks. */
export interface PollMemory {
  /** The newest block at a step's last check and the time of that check by the monotonic clock, by its newest bytes. */
  readonly polled: Map<Hash, { readonly head: bigint; readonly at: number }>
}

/** Returns whether the chain may know more about a step than at the last check. */
export function isPollDue(step: StepRecord, { polled }: PollMemory, { head, isLate }: Tick, now: number): boolean {
  const last = lastPoll(step, polled)
  if (step.state === 'final') return last === null || now - last.at >= UNPROVEN_EACH_MS
  if (last === null || isLate) return true
  // A chain that did not grow was reorganized.
  return head < last.head || head >= nextHead(step, last.head) || now - last.at >= CONFIRMED_AT_MOST_MS
}

export function notePolled({ signed }: StepRecord, { polled }: PollMemory, head: bigint, now: number): void {
  const hash = signed.at(-1)?.hash
  if (hash) polled.set(hash, { head, at: now })
}

/** Forgets the last checks of steps, so that the next one asks the chain. */
export function forgetPolls(steps: readonly StepRecord[], { polled }: PollMemory): void {
  for (const { hash } of steps.flatMap(({ signed }) => signed)) polled.delete(hash)
}

export interface NextPoll {
  readonly chain: Chain
  readonly steps: readonly StepRecord[]
  /** The hash of the registered bytes. */
  readonly registered: Hash | null
  readonly memory: PollMemory & SendMemory
  readonly monotonic: () => number
  /** The time since the steps were signed. */
  readonly ageMs: number
}

/** Returns the milliseconds until the next useful poll for any of the steps; null if all are settled and proven. */
export async function untilNextPoll({ chain, steps, registered, ageMs, ...known }: NextPoll): Promise<number | null> {
  const unproven = steps.filter(isUnproven).map((step) => untilProof(step, known))
  const waits = steps.filter(isStepOpen).map(async (step) => {
    const bytes = step.state === 'signed' ? bytesToSend(step, registered) : undefined
    const unsent = bytes ? untilSent(known, bytes) : null
    // Bytes that are due but unsent wait for whatever blocked them.
    if (unsent !== null) return unsent > 0 ? unsent : Math.max(SECOND, patience(ageMs))
    const last = lastPoll(step, known.memory.polled)
    const blocks = last === null ? 1 : Number(nextHead(step, last.head) - last.head)
    return Math.max(Math.min(await chain.untilTick(blocks), CONFIRMED_AT_MOST_MS), patience(ageMs), MIN_MS)
  })
  const all = [...unproven, ...(await Promise.all(waits))]
  return all.length === 0 ? null : Math.min(...all)
}

/** A network that does not answer is not polled more often for a proof. */
function untilProof(step: StepRecord, { memory, monotonic }: Pick<NextPoll, 'memory' | 'monotonic'>): number {
  const last = lastPoll(step, memory.polled)
  return last === null ? MINUTE : Math.max(MINUTE, last.at + UNPROVEN_EACH_MS - monotonic())
}

function lastPoll(
  { signed }: StepRecord,
  polled: PollMemory['polled'],
): { readonly head: bigint; readonly at: number } | null {
  return polled.get(signed.at(-1)?.hash ?? '0x') ?? null
}

/**
 * Returns the next block. For a confirmed step it is about twice as far above the step's block each time: the deeper the step, the rarer a
 * reorganization. It is a round number, so that steps of nearly the same depth are checked together.
 */
function nextHead({ state, blockNumber }: StepRecord, last: bigint): bigint {
  if (state !== 'confirmed' || blockNumber === null) return last + 1n
  const depth = last - blockNumber
  const further = depth > MIN_BLOCKS ? depth : MIN_BLOCKS
  let round = 1n
  while (round * 2n <= further) round *= 2n
  return ((last + further) / round) * round
}

/** Returns a pause that grows with a step's age, whatever the chain's block time. */
function patience(ageMs: number): number {
  if (ageMs < MINUTE) return 0
  return ageMs < 10 * MINUTE ? 3 * SECOND : 15 * SECOND
}
