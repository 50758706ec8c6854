import type { Address, Hash } from 'viem'
import type { PurchaseEvent, SendRefusal } from '../../shared/purchase.ts'
import type { Chain, Receipt } from '../chain/chain.ts'
import { isStepOpen, type SignedBytes, type StepRecord } from './step-record.ts'
import type { StepChange } from './step-repository.ts'

/** A transaction that its node still holds is sent again now and then, should it not have passed it on. */
const SEND_AGAIN_AFTER_MS = 30_000
const LEAST_BETWEEN_SENDINGS_MS = 2_000
/** What used a nonce is looked for with growing pauses, for as long as no node shows it. */
const UNCLEAR_AFTER_MS = 1_000
const UNCLEAR_AT_MOST_MS = 5 * 60_000

/** What this process remembers of transactions between two looks. */
export interface StepMemory {
  /** When each was last sent, by the monotonic clock, so that nodes are not flooded. */
  readonly sent: Map<Hash, number>
  /** Why no node takes bytes that were sent last. */
  readonly refused: Map<Hash, SendRefusal>
  /** Bytes whose nonce was used by what no node shows, and when to look for that again, by the monotonic clock. */
  readonly unclear: Map<Hash, { readonly tries: number; readonly nextAt: number }>
}

export type StepEvent = Extract<
  PurchaseEvent['type'],
  'mined' | 'confirmed' | 'finalized' | 'reorged' | 'reverted' | 'cancelled' | 'superseded'
>

/** An intent's steps on their way, and what is to be done about what is found. */
export interface Following {
  readonly chain: Chain
  readonly from: Address
  readonly steps: readonly StepRecord[]
  /** Bytes the service was told of: of their step, no others are sent any more. */
  readonly told: Hash | null
  readonly memory: StepMemory
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
 * Looks on chain for every open step, in order, and commits what it finds: mined, confirmed, final, taken back, reverted,
 * cancelled or superseded. Only what a block shows moves a step: what a node does not know proves nothing. A step the chain does not
 * know is sent again with the same bytes. AppError where the network does not answer.
 */
export async function followSteps(following: Following): Promise<void> {
  const open = following.steps.filter(isStepOpen)
  if (open.length === 0) return
  const head = await following.chain.head()
  for (const step of open) await followStep({ ...following, head }, step)
}

async function followStep(look: Look, step: StepRecord): Promise<void> {
  if (await isStillMined(look, step)) return
  const receipt = await findReceipt(look, step)
  if (receipt === null) return followUnseen(look, takeBack(look, step))
  if (receipt.succeeded && !isCancel(step, receipt.hash)) return look.together(() => moveOn(look, step, receipt))
  const block = { number: receipt.blockNumber, hash: receipt.blockHash }
  const { state, isBacked } = await look.chain.standing(block)
  const current = takeBack(look, step)
  // A cancel has used the nonce however it ended; that a payment reverted is for most nodes to say.
  const isCertain = isCancel(step, receipt.hash) || receipt.isBacked
  if (state === 'final' && isBacked && isCertain) {
    move(look, current, isCancel(step, receipt.hash) ? 'cancelled' : 'reverted', receipt)
  }
}

/** A mined step stays so for as long as its block is the one at its height, whether or not anybody still shows its receipt. */
async function isStillMined(look: Look, step: StepRecord): Promise<boolean> {
  const { blockNumber, blockHash } = step
  if (step.state === 'signed' || blockNumber === null || blockHash === null) return false
  const { state } = await look.chain.standing({ number: blockNumber, hash: blockHash })
  if (state === 'gone') return false
  look.together(() => {
    const confirmed = step.state === 'mined' && look.head > blockNumber ? keep(look, step, 'confirmed') : step
    if (confirmed.state === 'confirmed' && state === 'final') keep(look, confirmed, 'finalized')
  })
  return true
}

/** As far as the step's own block says, and back first where that is another one than before. */
function moveOn(look: Look, step: StepRecord, receipt: Receipt): void {
  const mined = move(look, takeBack(look, step), 'mined', receipt)
  if (mined.state === 'mined' && look.head > receipt.blockNumber) move(look, mined, 'confirmed', receipt)
}

function takeBack(look: Look, step: StepRecord): StepRecord {
  return step.state === 'signed' ? step : move(look, step, 'reorged', null)
}

function isCancel({ signed }: StepRecord, mined: Hash): boolean {
  return signed.some(({ hash, purpose }) => hash === mined && purpose === 'cancel')
}

async function findReceipt({ chain, told }: Look, step: StepRecord): Promise<Receipt | null> {
  const newestFirst = step.signed.map(({ hash }) => hash).reverse()
  // What the service was told of is most likely the one.
  for (const hash of told === null ? newestFirst : [told, ...newestFirst.filter((one) => one !== told)]) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}

/** No receipt: it waits, never arrived, its receipt is late or pruned, or its nonce was used by something else. */
async function followUnseen(look: Look, step: StepRecord): Promise<void> {
  const { chain, from, memory } = look
  const bytes = bytesToSend(step, look.told)
  if (!bytes) return
  const isPooled = (await chain.pendingNonce(from)) > step.nonce
  const isUsed = isPooled && (await chain.minedNonce(from)).nonce > step.nonce
  if (!isUsed) {
    memory.unclear.delete(bytes.hash)
    return sendAgain(look, bytes, isPooled)
  }
  const now = look.monotonic()
  const before = memory.unclear.get(bytes.hash)
  if (before && now < before.nextAt) return
  const tries = (before?.tries ?? 0) + 1
  memory.unclear.set(bytes.hash, { tries, nextAt: now + Math.min(UNCLEAR_AFTER_MS * 2 ** tries, UNCLEAR_AT_MOST_MS) })
  // A receipt is often a moment later than the nonce: looking for what used it waits for that.
  if (before) await settleUsed(look, step)
}

/** The nonce was used: moves the step only on a transaction that is seen by its hash. */
async function settleUsed(look: Look, step: StepRecord): Promise<void> {
  const { chain, from } = look
  const own = step.signed.map(({ hash }) => hash)
  const use = await chain.nonceUse(from, step.nonce, own)
  if (use === null) return
  const { hash, block } = use
  const isOwnPayment = own.includes(hash) && !isCancel(step, hash)
  const proof = { hash, succeeded: true, blockNumber: block.number, blockHash: block.hash, fee: null }
  if (isOwnPayment) {
    // A late receipt will say how it ended; one that is pruned for good has left its logs.
    if (use.emitted) look.together(() => moveOn(look, step, { ...proof, isBacked: use.isBacked }))
    return
  }
  const { state, isBacked } = await chain.standing(block)
  if (state !== 'final' || !isBacked || !use.isBacked) return
  if (own.includes(hash)) move(look, step, 'cancelled', { ...proof, isBacked })
  else move(look, step, 'superseded', null)
}

/** The newest bytes, since they pay the most; but those the service was told of, once it was. */
function bytesToSend(step: StepRecord, told: Hash | null): SignedBytes | undefined {
  return step.signed.find(({ hash }) => hash === told) ?? step.signed.at(-1)
}

async function sendAgain(
  { chain, monotonic, memory: { sent, refused } }: Look,
  { hash, raw }: SignedBytes,
  isPooled: boolean,
): Promise<void> {
  const now = monotonic()
  const rest = isPooled ? SEND_AGAIN_AFTER_MS : LEAST_BETWEEN_SENDINGS_MS
  if (now - (sent.get(hash) ?? -rest) < rest) return
  try {
    const refusal = await chain.send(raw)
    if (refusal === null) refused.delete(hash)
    else refused.set(hash, refusal)
    sent.set(hash, now)
  } catch {
    // A timeout leaves the outcome unknown, and the next look finds it.
  }
}

const stateAfter: Readonly<Record<StepEvent, StepRecord['state']>> = {
  mined: 'mined',
  confirmed: 'confirmed',
  finalized: 'final',
  reorged: 'signed',
  reverted: 'reverted',
  cancelled: 'cancelled',
  superseded: 'superseded',
}

function move(look: Look, step: StepRecord, event: StepEvent, receipt: Receipt | null): StepRecord {
  if (event === 'reorged') for (const { hash } of step.signed) look.memory.sent.delete(hash)
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
