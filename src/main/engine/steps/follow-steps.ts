import { isAddressEqual, type Address, type Hash } from 'viem'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import type { Chain, NonceUse, Receipt } from '../../chain/chain.ts'
import { isPollDue, notePolled, type PollMemory } from '../schedule/poll-pace.ts'
import { callOf } from '../fees/plan-bump.ts'
import { bytesToSend, isDueAgain, send, sendFirst, type SendMemory } from './send-bytes.ts'
import { isStepOpen, isUnproven, type StepRecord } from './step-record.ts'
import type { StepChange } from './step-repository.ts'

/** The pauses between searches for the transaction that used a nonce grow while no node shows it. */
const UNCLEAR_AFTER_MS = 1_000
const UNCLEAR_AT_MOST_MS = 5 * 60_000

/** What this process remembers of transactions between two checks. */
export interface StepMemory extends SendMemory, PollMemory {
  /** Bytes whose nonce was used by a transaction that no node shows, and the time of the next search, by the monotonic clock. */
  readonly unclear: Map<Hash, { readonly tries: number; readonly nextAt: number }>
  /** Bytes behind an unused earlier nonce that no transaction in this ledger has. */
  readonly behindGap: Set<Hash>
}

/** Creates the memory of a process that has checked nothing yet. */
export function createStepMemory(): StepMemory {
  return {
    sent: new Map(),
    failed: new Map(),
    refused: new Map(),
    unclear: new Map(),
    behindGap: new Set(),
    polled: new Map(),
  }
}

export type StepEvent = Extract<
  PurchaseEvent['type'],
  'mined' | 'confirmed' | 'finalized' | 'proven' | 'disproved' | 'reorged' | 'reverted' | 'cancelled' | 'superseded'
>

/** An intent's open steps, and how to commit findings. */
export interface Following {
  readonly chain: Chain
  readonly from: Address
  readonly steps: readonly StepRecord[]
  /** The registered bytes: no other bytes of their step are sent any more. */
  readonly registered: Hash | null
  readonly memory: StepMemory
  /** Returns whether any step of the ledger has this nonce of the account on this chain. */
  readonly isOwnNonce: (nonce: number) => boolean
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
  /** Commits a step's move; returns false if it is no longer legal. */
  readonly commit: (step: StepRecord, event: StepEvent, change: StepChange) => boolean
  /** Runs everything that `work` commits in one commit. */
  readonly together: (work: () => void) => void
}

interface Poll extends Following {
  readonly head: bigint
}

/**
 * Checks every open step on chain and commits what it finds: mined, confirmed, final, reorged, reverted, cancelled or superseded. Only a
 * block moves a step: what a node does not know proves nothing. Unsent bytes go out first, in order; a step that the chain does not know is
 * sent again with the same bytes. Without a new block it requests nothing else. It checks a payment that is final without a receipt from
 * time to time.
 * Throws AppError if the network does not answer.
 */
export async function followSteps(following: Following): Promise<void> {
  const { chain, memory } = following
  const open = following.steps.filter((step) => isStepOpen(step) || isUnproven(step))
  if (open.length === 0) return
  for (const step of open)
    if (step.state === 'signed') await sendFirst(following, bytesToSend(step, following.registered))
  const tick = await chain.tick()
  const { head } = tick
  const polls = open.map(async (step) => {
    const now = following.monotonic()
    if (!isPollDue(step, memory, tick, now)) return
    await followStep({ ...following, head }, step)
    notePolled(step, memory, head, now)
  })
  // A failure delays no other step, and no work of this check continues after it.
  const failed = (await Promise.allSettled(polls)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function followStep(poll: Poll, step: StepRecord): Promise<void> {
  if (step.state === 'final') return prove(poll, step)
  if (await isStillMined(poll, step)) return
  const receipt = (await mayBeMined(poll, step)) ? await findReceipt(poll, step) : null
  if (receipt === null) return followUnseen(poll, undoInclusion(poll, step))
  if (receipt.succeeded && !isCancel(step, receipt.hash)) return poll.together(() => moveOn(poll, step, receipt))
  const block = { number: receipt.blockNumber, hash: receipt.blockHash }
  const { state, isBacked } = await poll.chain.blockStatus(block)
  const current = undoInclusion(poll, step)
  if (state !== 'final' || !isBacked) return
  // The majority of nodes decides the outcome of a payment.
  if (receipt.isBacked) await end(poll, current, isCancel(step, receipt.hash) ? 'cancelled' : 'reverted', receipt)
  // A cancel used the nonce whatever its outcome. If receipts are pruned, its block shows it.
  else if (isCancel(step, receipt.hash)) await followUsedNonce(poll, current)
}

/** Returns whether a mined step's block is still canonical, whether or not any node still shows its receipt. */
async function isStillMined(poll: Poll, step: StepRecord): Promise<boolean> {
  const { blockNumber, blockHash } = step
  if (step.state === 'signed' || blockNumber === null || blockHash === null) return false
  const { state } = await poll.chain.blockStatus({ number: blockNumber, hash: blockHash })
  if (state === 'gone') return false
  if (blockNumber > poll.head) return staysAhead(poll, step)
  const isDeeper = step.state === 'mined' && poll.head > blockNumber
  const isFinal = state === 'final' && (isDeeper || step.state === 'confirmed')
  if (!isDeeper && !isFinal) return true
  poll.together(() => {
    const kept = isDeeper ? keep(poll, step, 'confirmed') : step
    if (isFinal && kept.state === 'confirmed') keep(poll, kept, 'finalized')
  })
  return true
}

/**
 * Returns whether a step stays in a block that the majority of nodes has not reached, because no node shows it in another. Sends the bytes
 * again meanwhile, because one node may have invented that block.
 */
async function staysAhead(poll: Poll, step: StepRecord): Promise<boolean> {
  const receipt = await findReceipt(poll, step)
  if (receipt !== null && receipt.blockHash !== step.blockHash) return false
  const bytes = bytesToSend(step, poll.registered)
  if (bytes && isDueAgain(poll, bytes, true)) await send(poll, bytes)
  return true
}

/** Searches for the receipt of a payment that is final without one. Only what the majority of nodes shows changes it. */
async function prove(poll: Poll, step: StepRecord): Promise<void> {
  const receipt = await findReceipt(poll, step)
  if (!receipt?.isBacked) return
  const isCancelled = isCancel(step, receipt.hash)
  if (receipt.succeeded && !isCancelled) {
    // Without its fee the step would be checked and proven again forever.
    if (receipt.fee !== null) move(poll, step, 'proven', receipt)
    return
  }
  const { state, isBacked } = await poll.chain.blockStatus({ number: receipt.blockNumber, hash: receipt.blockHash })
  if (state === 'final' && isBacked) await end(poll, step, isCancelled ? 'cancelled' : 'reverted', receipt)
}

/** Moves a step as far as its block shows. Takes it back first if that block is another one than before. */
function moveOn(poll: Poll, step: StepRecord, receipt: Receipt): void {
  const mined = move(poll, undoInclusion(poll, step), 'mined', receipt)
  if (mined.state === 'mined' && poll.head > receipt.blockNumber) move(poll, mined, 'confirmed', receipt)
}

function undoInclusion(poll: Poll, step: StepRecord): StepRecord {
  if (step.state === 'signed') return step
  return move(poll, step, step.state === 'final' ? 'disproved' : 'reorged', null)
}

function isCancel({ signed }: StepRecord, mined: Hash): boolean {
  return signed.some(({ hash, purpose }) => hash === mined && purpose === 'cancel')
}

/**
 * Returns whether to request a receipt: if a node says that the nonce is used, and before bytes are sent again, because the nonce may be
 * stale.
 */
async function mayBeMined(poll: Poll, step: StepRecord): Promise<boolean> {
  if (step.state !== 'signed') return true
  const { minedSomewhere, pending } = await poll.chain.nonces(poll.from)
  if (minedSomewhere > step.nonce) return true
  const bytes = bytesToSend(step, poll.registered)
  return bytes !== undefined && isDueAgain(poll, bytes, pending > step.nonce)
}

async function findReceipt({ chain, registered }: Poll, step: StepRecord): Promise<Receipt | null> {
  const newestFirst = step.signed.map(({ hash }) => hash).reverse()
  // The registered hash is the most likely one, if it belongs to this step.
  const registeredFirst = newestFirst.toSorted(
    (one, other) => Number(other === registered) - Number(one === registered),
  )
  for (const hash of registeredFirst) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}

/** Follows a step without a receipt: it waits, never arrived, its receipt is late or pruned, or another transaction used its nonce. */
async function followUnseen(poll: Poll, step: StepRecord): Promise<void> {
  const { chain, from, memory } = poll
  // If another program's bytes are registered there are none to send, but they are polled.
  const bytes = bytesToSend(step, poll.registered)
  const newest = step.signed.at(-1)?.hash
  if (newest === undefined) return
  const { pending, mined } = await chain.nonces(from)
  if (mined <= step.nonce) {
    memory.unclear.delete(newest)
    noteGap(poll, step, pending)
    if (bytes && isDueAgain(poll, bytes, pending > step.nonce)) await send(poll, bytes)
    return
  }
  const now = poll.monotonic()
  const before = memory.unclear.get(newest)
  if (before && now < before.nextAt) return
  const tries = (before?.tries ?? 0) + 1
  memory.unclear.set(newest, { tries, nextAt: now + Math.min(UNCLEAR_AFTER_MS * 2 ** tries, UNCLEAR_AT_MOST_MS) })
  // A receipt often appears a moment after the nonce, so the search for the transaction that used it waits.
  if (before) await followUsedNonce(poll, step)
}

/**
 * Notes whether an earlier transaction is missing: another wallet with the same key sent it, this step counted on it, and the network
 * dropped it. The next transaction signed takes its nonce.
 */
function noteGap({ memory, isOwnNonce }: Poll, { nonce, signed }: StepRecord, next: number): void {
  const isBehind = next < nonce && !isOwnNonce(next)
  for (const { hash } of signed) {
    if (isBehind) memory.behindGap.add(hash)
    else memory.behindGap.delete(hash)
  }
}

/** Moves a step whose nonce is used, but only on a transaction found by its hash. */
async function followUsedNonce(poll: Poll, step: StepRecord): Promise<void> {
  const { chain, from } = poll
  const own = step.signed.map(({ hash }) => hash)
  const use = await chain.nonceUse(from, step.nonce, own)
  if (use === null) return
  const { hash, block } = use
  if (own.includes(hash) && !isCancel(step, hash)) {
    // A late receipt will show the outcome; a pruned one has left its logs.
    if (use.emitted) poll.together(() => moveOn(poll, step, proofOf(use)))
    return
  }
  if (!use.isBacked) return
  if (!own.includes(hash) && (await isOwnElsewhere(poll, step, use))) return
  const { state, isBacked } = await chain.blockStatus(block)
  if (state !== 'final' || !isBacked) return
  if (own.includes(hash)) await end(poll, step, 'cancelled', { ...proofOf(use), isBacked })
  else await end(poll, step, 'superseded', null)
}

/** Returns a receipt without a fee for a transaction that used a nonce and succeeded. */
function proofOf({ hash, block, isBacked }: NonceUse): Receipt {
  return { hash, succeeded: true, blockNumber: block.number, blockHash: block.hash, fee: null, l1Fee: null, isBacked }
}

/** Ends a step as unpaid once its nonce is used and its nodes confirm again that they serve its chain. */
async function end(poll: Poll, step: StepRecord, event: StepEvent, receipt: Receipt | null): Promise<void> {
  const { mined } = await poll.chain.nonces(poll.from)
  if (mined > step.nonce && (await poll.chain.isUnchanged())) {
    poll.together(() => move(poll, undoInclusion(poll, step), event, receipt))
  }
}

/**
 * Returns whether the transaction that used the nonce may be the step itself, in bytes that this ledger lacks: a restored backup lacks
 * later speed-ups. Moves the step if it succeeded.
 */
async function isOwnElsewhere(poll: Poll, step: StepRecord, { hash, call }: NonceUse): Promise<boolean> {
  if (call === null) return true
  const { to, data, value } = callOf(step, poll.from, 'speed-up')
  const isSame = call.to !== null && isAddressEqual(call.to, to) && call.data === data && call.value === value
  if (!isSame) return false
  const receipt = (await poll.chain.receipt(hash)) ?? (await proveByLogs(poll, step, hash))
  if (receipt?.succeeded) poll.together(() => moveOn(poll, step, receipt))
  return receipt === null || receipt.succeeded || !receipt.isBacked
}

/** Returns the transaction that used a step's nonce, by its hash, if its logs prove that it succeeded. */
async function proveByLogs({ chain, from }: Poll, { nonce }: StepRecord, hash: Hash): Promise<Receipt | null> {
  const use = await chain.nonceUse(from, nonce, [hash])
  return use?.hash === hash && use.emitted ? proofOf(use) : null
}

const stateAfter: Readonly<Record<StepEvent, StepRecord['state']>> = {
  mined: 'mined',
  confirmed: 'confirmed',
  finalized: 'final',
  proven: 'final',
  disproved: 'signed',
  reorged: 'signed',
  reverted: 'reverted',
  cancelled: 'cancelled',
  superseded: 'superseded',
}

function move(poll: Poll, step: StepRecord, event: StepEvent, receipt: Receipt | null): StepRecord {
  for (const { hash } of step.signed) {
    poll.memory.behindGap.delete(hash)
    if (event === 'reorged') poll.memory.sent.delete(hash)
  }
  return commitMove(poll, step, event, {
    minedHash: receipt?.hash ?? null,
    blockNumber: receipt?.blockNumber ?? null,
    blockHash: receipt?.blockHash ?? null,
    feeUnits: receipt?.fee ?? null,
    l1FeeUnits: receipt?.l1Fee ?? null,
  })
}

/** Moves a step that stays in its block. */
function keep(poll: Poll, step: StepRecord, event: StepEvent): StepRecord {
  const { minedHash, blockNumber, blockHash, feeUnits, l1FeeUnits } = step
  return commitMove(poll, step, event, { minedHash, blockNumber, blockHash, feeUnits, l1FeeUnits })
}

function commitMove(
  { commit }: Poll,
  step: StepRecord,
  event: StepEvent,
  inclusion: Omit<StepChange, 'state'>,
): StepRecord {
  const change: StepChange = { state: stateAfter[event], ...inclusion }
  return commit(step, event, change) ? { ...step, ...change } : step
}
