import { isAddressEqual, type Address, type Hash } from 'viem'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import type { Chain, NonceUse, Receipt } from '../chain/chain.ts'
import { isWorthLooking, noteLooked, type LookMemory } from './look-pace.ts'
import { callOf } from './plan-bump.ts'
import { bytesToSend, isDueAgain, send, sendFirst, type SendMemory } from './send-bytes.ts'
import { isStepOpen, isUnproven, type StepRecord } from './step-record.ts'
import type { StepChange } from './step-repository.ts'

/** The pauses between searches for what used a nonce grow while no node shows it. */
const UNCLEAR_AFTER_MS = 1_000
const UNCLEAR_AT_MOST_MS = 5 * 60_000

/** What this process remembers of transactions between two checks. */
export interface StepMemory extends SendMemory, LookMemory {
  /** Bytes whose nonce was used by a transaction that no node shows, and when to search again, by the monotonic clock. */
  readonly unclear: Map<Hash, { readonly tries: number; readonly nextAt: number }>
  /** Bytes behind an earlier nonce that is unused, and that no transaction in this ledger has. */
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
    looked: new Map(),
  }
}

export type StepEvent = Extract<
  PurchaseEvent['type'],
  'mined' | 'confirmed' | 'finalized' | 'proven' | 'disproved' | 'reorged' | 'reverted' | 'cancelled' | 'superseded'
>

/** An intent's open steps, and how findings are committed. */
export interface Following {
  readonly chain: Chain
  readonly from: Address
  readonly steps: readonly StepRecord[]
  /** The registered bytes: of their step, no others are sent any more. */
  readonly told: Hash | null
  readonly memory: StepMemory
  /** Whether any step of the ledger has a nonce of the account on this chain. */
  readonly isTaken: (nonce: number) => boolean
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number
  /** Commits a step's move; false where it is not legal any more. */
  readonly commit: (step: StepRecord, event: StepEvent, change: StepChange) => boolean
  /** Makes one commit of all that `work` commits. */
  readonly together: (work: () => void) => void
}

interface Look extends Following {
  readonly head: bigint
}

/**
 * Checks every open step on chain and commits what it finds: mined, confirmed, final, taken back, reverted,
 * cancelled or superseded. Only a block moves a step: what a node does not know proves nothing. Unsent bytes go out first, in
 * order; a step that the chain does not know is sent again with the same bytes. Without a new block nothing else is requested. A payment that
 * is final without a receipt is asked about from time to time.
 * Throws AppError if the network does not answer.
 */
export async function followSteps(following: Following): Promise<void> {
  const { chain, memory } = following
  const open = following.steps.filter((step) => isStepOpen(step) || isUnproven(step))
  if (open.length === 0) return
  for (const step of open) if (step.state === 'signed') await sendFirst(following, bytesToSend(step, following.told))
  const tick = await chain.tick()
  const { head } = tick
  const looks = open.map(async (step) => {
    const now = following.monotonic()
    if (!isWorthLooking(step, memory, tick, now)) return
    await followStep({ ...following, head }, step)
    noteLooked(step, memory, head, now)
  })
  // One that fails delays no other, and nothing of this check continues after it.
  const failed = (await Promise.allSettled(looks)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function followStep(look: Look, step: StepRecord): Promise<void> {
  if (step.state === 'final') return prove(look, step)
  if (await isStillMined(look, step)) return
  const receipt = (await mayBeMined(look, step)) ? await findReceipt(look, step) : null
  if (receipt === null) return followUnseen(look, takeBack(look, step))
  if (receipt.succeeded && !isCancel(step, receipt.hash)) return look.together(() => moveOn(look, step, receipt))
  const block = { number: receipt.blockNumber, hash: receipt.blockHash }
  const { state, isBacked } = await look.chain.standing(block)
  const current = takeBack(look, step)
  if (state !== 'final' || !isBacked) return
  // How a payment ended is decided by most nodes.
  if (receipt.isBacked) await end(look, current, isCancel(step, receipt.hash) ? 'cancelled' : 'reverted', receipt)
  // A cancel has used the nonce however it ended: where receipts are pruned, its block shows it.
  else if (isCancel(step, receipt.hash)) await settleUsed(look, current)
}

/** A mined step stays so for as long as its block is the one at its height, whether or not anybody still shows its receipt. */
async function isStillMined(look: Look, step: StepRecord): Promise<boolean> {
  const { blockNumber, blockHash } = step
  if (step.state === 'signed' || blockNumber === null || blockHash === null) return false
  const { state } = await look.chain.standing({ number: blockNumber, hash: blockHash })
  if (state === 'gone') return false
  if (blockNumber > look.head) return staysAhead(look, step)
  look.together(() => {
    const confirmed = step.state === 'mined' && look.head > blockNumber ? keep(look, step, 'confirmed') : step
    if (confirmed.state === 'confirmed' && state === 'final') keep(look, confirmed, 'finalized')
  })
  return true
}

/**
 * Returns whether a step stays in a block that most nodes have not reached, since none shows it in another; sends the bytes again
 * meanwhile, since one node may have made that block up.
 */
async function staysAhead(look: Look, step: StepRecord): Promise<boolean> {
  const receipt = await findReceipt(look, step)
  if (receipt !== null && receipt.blockHash !== step.blockHash) return false
  const bytes = bytesToSend(step, look.told)
  if (bytes && isDueAgain(look, bytes, true)) await send(look, bytes)
  return true
}

/** Looks for a receipt of a payment that is final without one. Only what most nodes show changes it. */
async function prove(look: Look, step: StepRecord): Promise<void> {
  const receipt = await findReceipt(look, step)
  if (!receipt?.isBacked) return
  const isCancelled = isCancel(step, receipt.hash)
  if (receipt.succeeded && !isCancelled) {
    // Without its price the step would be asked about again, and proven again, for ever.
    if (receipt.fee !== null) move(look, step, 'proven', receipt)
    return
  }
  const { state, isBacked } = await look.chain.standing({ number: receipt.blockNumber, hash: receipt.blockHash })
  if (state === 'final' && isBacked) await end(look, step, isCancelled ? 'cancelled' : 'reverted', receipt)
}

/** Moves a step as far as its own block shows, and takes it back first if that block is another one than before. */
function moveOn(look: Look, step: StepRecord, receipt: Receipt): void {
  const mined = move(look, takeBack(look, step), 'mined', receipt)
  if (mined.state === 'mined' && look.head > receipt.blockNumber) move(look, mined, 'confirmed', receipt)
}

function takeBack(look: Look, step: StepRecord): StepRecord {
  if (step.state === 'signed') return step
  return move(look, step, step.state === 'final' ? 'disproved' : 'reorged', null)
}

function isCancel({ signed }: StepRecord, mined: Hash): boolean {
  return signed.some(({ hash, purpose }) => hash === mined && purpose === 'cancel')
}

/** A receipt is asked for where a node says that the nonce is used; and before bytes are sent again, since that may be stale. */
async function mayBeMined(look: Look, step: StepRecord): Promise<boolean> {
  if (step.state !== 'signed') return true
  const { minedSomewhere, pending } = await look.chain.nonces(look.from)
  if (minedSomewhere > step.nonce) return true
  const bytes = bytesToSend(step, look.told)
  return bytes !== undefined && isDueAgain(look, bytes, pending > step.nonce)
}

async function findReceipt({ chain, told }: Look, step: StepRecord): Promise<Receipt | null> {
  const newestFirst = step.signed.map(({ hash }) => hash).reverse()
  // The registered hash is the most likely one, where it belongs to this step.
  const toldFirst = newestFirst.toSorted((one, other) => Number(other === told) - Number(one === told))
  for (const hash of toldFirst) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}

/** No receipt: it waits, never arrived, its receipt is late or pruned, or its nonce was used by something else. */
async function followUnseen(look: Look, step: StepRecord): Promise<void> {
  const { chain, from, memory } = look
  // Where another program's bytes are registered there are none to send, but they are looked for all the same.
  const bytes = bytesToSend(step, look.told)
  const newest = step.signed.at(-1)?.hash
  if (newest === undefined) return
  const { pending, mined } = await chain.nonces(from)
  if (mined <= step.nonce) {
    memory.unclear.delete(newest)
    noteGap(look, step, pending)
    if (bytes && isDueAgain(look, bytes, pending > step.nonce)) await send(look, bytes)
    return
  }
  const now = look.monotonic()
  const before = memory.unclear.get(newest)
  if (before && now < before.nextAt) return
  const tries = (before?.tries ?? 0) + 1
  memory.unclear.set(newest, { tries, nextAt: now + Math.min(UNCLEAR_AFTER_MS * 2 ** tries, UNCLEAR_AT_MOST_MS) })
  // A receipt is often a moment later than the nonce: looking for what used it waits for that.
  if (before) await settleUsed(look, step)
}

/**
 * Notes whether an earlier transaction is missing: another wallet with the same key sent it, this step counted on it, and the network dropped it.
 * What is signed next takes its nonce.
 */
function noteGap({ memory, isTaken }: Look, { nonce, signed }: StepRecord, next: number): void {
  const isBehind = next < nonce && !isTaken(next)
  for (const { hash } of signed) {
    if (isBehind) memory.behindGap.add(hash)
    else memory.behindGap.delete(hash)
  }
}

/** The nonce was used: moves the step only on a transaction that is seen by its hash. */
async function settleUsed(look: Look, step: StepRecord): Promise<void> {
  const { chain, from } = look
  const own = step.signed.map(({ hash }) => hash)
  const use = await chain.nonceUse(from, step.nonce, own)
  if (use === null) return
  const { hash, block } = use
  if (own.includes(hash) && !isCancel(step, hash)) {
    // A late receipt will say how it ended; one that is pruned for good has left its logs.
    if (use.emitted) look.together(() => moveOn(look, step, proofOf(use)))
    return
  }
  if (!use.isBacked) return
  if (!own.includes(hash) && (await isOwnElsewhere(look, step, use))) return
  const { state, isBacked } = await chain.standing(block)
  if (state !== 'final' || !isBacked) return
  if (own.includes(hash)) await end(look, step, 'cancelled', { ...proofOf(use), isBacked })
  else await end(look, step, 'superseded', null)
}

/** Returns a receipt without a fee, of what is seen to have used a nonce and succeeded. */
function proofOf({ hash, block, isBacked }: NonceUse): Receipt {
  return { hash, succeeded: true, blockNumber: block.number, blockHash: block.hash, fee: null, isBacked }
}

/** Ends a step unpaid once its nonce is used and its nodes, asked again, are still of its chain. */
async function end(look: Look, step: StepRecord, event: StepEvent, receipt: Receipt | null): Promise<void> {
  const { mined } = await look.chain.nonces(look.from)
  if (mined > step.nonce && (await look.chain.isUnchanged())) {
    look.together(() => move(look, takeBack(look, step), event, receipt))
  }
}

/**
 * Whether what used the nonce may be the step itself, in bytes that this ledger does not have: one out of a backup lacks later speed-ups.
 * Moves the step where it succeeded.
 */
async function isOwnElsewhere(look: Look, step: StepRecord, { hash, call }: NonceUse): Promise<boolean> {
  if (call === null) return true
  const { to, data, value } = callOf(step, look.from, 'speed-up')
  const isSame = call.to !== null && isAddressEqual(call.to, to) && call.data === data && call.value === value
  if (!isSame) return false
  const receipt = (await look.chain.receipt(hash)) ?? (await proveByLogs(look, step, hash))
  if (receipt?.succeeded) look.together(() => moveOn(look, step, receipt))
  return receipt === null || receipt.succeeded || !receipt.isBacked
}

/** Finds what used the nonce of a step by its hash, where its logs prove that it succeeded. */
async function proveByLogs({ chain, from }: Look, { nonce }: StepRecord, hash: Hash): Promise<Receipt | null> {
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

function move(look: Look, step: StepRecord, event: StepEvent, receipt: Receipt | null): StepRecord {
  for (const { hash } of step.signed) {
    look.memory.behindGap.delete(hash)
    if (event === 'reorged') look.memory.sent.delete(hash)
  }
  return commitMove(look, step, event, {
    minedHash: receipt?.hash ?? null,
    blockNumber: receipt?.blockNumber ?? null,
    blockHash: receipt?.blockHash ?? null,
    feeUnits: receipt?.fee ?? null,
  })
}

/** Moves a step that stays in its block. */
function keep(look: Look, step: StepRecord, event: StepEvent): StepRecord {
  const { minedHash, blockNumber, blockHash, feeUnits } = step
  return commitMove(look, step, event, { minedHash, blockNumber, blockHash, feeUnits })
}

function commitMove(
  { commit }: Look,
  step: StepRecord,
  event: StepEvent,
  place: Omit<StepChange, 'state'>,
): StepRecord {
  const change: StepChange = { state: stateAfter[event], ...place }
  return commit(step, event, change) ? { ...step, ...change } : step
}
