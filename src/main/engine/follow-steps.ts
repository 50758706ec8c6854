import type { Address, Hash } from 'viem'
import type { PurchaseEvent } from '../../shared/purchase.ts'
import type { BlockRef, Chain, Receipt } from '../chain/chain.ts'
import { isStepOpen, type SignedBytes, type StepRecord } from './step-record.ts'
import type { StepChange } from './step-repository.ts'

/** A transaction that its node still holds is sent again now and then, should it not have passed it on. */
const SEND_AGAIN_AFTER_MS = 30_000
const LEAST_BETWEEN_SENDINGS_MS = 2_000

/** What this process remembers of transactions between two looks. */
export interface StepMemory {
  /** When each was last sent, by the monotonic clock, so that nodes are not flooded. */
  readonly sent: Map<Hash, number>
  /** The block by which another transaction was first seen to have used its nonce. */
  readonly usedBy: Map<Hash, BlockRef>
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
  readonly finalized: bigint
}

/**
 * Looks on chain for every open step, in order, and commits what it finds: mined, confirmed, final, taken back, reverted,
 * cancelled or superseded. A step the chain does not know is sent again with the same bytes. AppError where the network does not
 * answer.
 */
export async function followSteps(following: Following): Promise<void> {
  const open = following.steps.filter(isStepOpen)
  if (open.length === 0) return
  const [head, finalized] = await Promise.all([following.chain.head(), following.chain.finalized()])
  for (const step of open) await followStep({ ...following, head, finalized }, step)
}

async function followStep(look: Look, step: StepRecord): Promise<void> {
  const receipt = await findReceipt(look.chain, step)
  if (receipt === null) return followUnseen(look, step)
  const isCancel = step.signed.some(({ hash, purpose }) => hash === receipt.hash && purpose === 'cancel')
  if (receipt.succeeded && !isCancel) return look.together(() => moveOn(look, step, receipt))
  const current = step.state === 'signed' ? step : move(look, step, 'reorged', null)
  const { block } = await look.chain.finality({ number: receipt.blockNumber, hash: receipt.blockHash }, [])
  if (block === 'final') move(look, current, isCancel ? 'cancelled' : 'reverted', receipt)
}

/** As far as the step's own block says, and back first where that is another one than before. */
function moveOn(look: Look, step: StepRecord, receipt: Receipt): void {
  const isElsewhere = step.state !== 'signed' && step.blockHash !== receipt.blockHash
  let current = isElsewhere ? move(look, step, 'reorged', null) : step
  if (current.state === 'signed') current = move(look, current, 'mined', receipt)
  if (current.state === 'mined' && look.head > receipt.blockNumber) current = move(look, current, 'confirmed', receipt)
  if (current.state === 'confirmed' && receipt.blockNumber <= look.finalized) move(look, current, 'finalized', receipt)
}

async function findReceipt(chain: Chain, step: StepRecord): Promise<Receipt | null> {
  for (const { hash } of [...step.signed].reverse()) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}

/** No receipt: it waits, was taken back, never arrived, or its nonce was used by something else. */
async function followUnseen(look: Look, step: StepRecord): Promise<void> {
  const { chain, from, memory } = look
  const current = step.state === 'signed' ? step : move(look, step, 'reorged', null)
  const bytes = bytesToSend(current, look.told)
  if (!bytes) return
  const isPooled = (await chain.pendingNonce(from)) > step.nonce
  const mined = isPooled ? await chain.minedNonce(from) : null
  if (mined === null || mined.nonce <= step.nonce) {
    memory.usedBy.delete(bytes.hash)
    return sendAgain(look, bytes, isPooled)
  }
  // Missing is not dropped: only a nonce that something else used, at finality, settles it.
  const usedBy = memory.usedBy.get(bytes.hash) ?? mined.at
  memory.usedBy.set(bytes.hash, usedBy)
  const hashes = current.signed.map(({ hash }) => hash)
  const { block, anyReceipt } = await chain.finality(usedBy, hashes)
  if (block === 'gone') memory.usedBy.delete(bytes.hash)
  if (block === 'final' && !anyReceipt) move(look, current, 'superseded', null)
}

/** The newest bytes, since they pay the most; but those the service was told of, once it was. */
function bytesToSend(step: StepRecord, told: Hash | null): SignedBytes | undefined {
  return step.signed.find(({ hash }) => hash === told) ?? step.signed.at(-1)
}

async function sendAgain(
  { chain, monotonic, memory: { sent } }: Look,
  { hash, raw }: SignedBytes,
  isPooled: boolean,
): Promise<void> {
  const now = monotonic()
  const rest = isPooled ? SEND_AGAIN_AFTER_MS : LEAST_BETWEEN_SENDINGS_MS
  if (now - (sent.get(hash) ?? -rest) < rest) return
  try {
    await chain.send(raw)
    sent.set(hash, now)
  } catch {
    // "Already known", "nonce too low", a timeout: the outcome is unknown either way, and the next look finds it.
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

function move({ commit, memory }: Look, step: StepRecord, event: StepEvent, receipt: Receipt | null): StepRecord {
  if (event === 'reorged') for (const { hash } of step.signed) memory.sent.delete(hash)
  const change: StepChange = {
    state: stateAfter[event],
    minedHash: receipt?.hash ?? null,
    blockNumber: receipt?.blockNumber ?? null,
    blockHash: receipt?.blockHash ?? null,
    feeUnits: receipt?.fee ?? null,
  }
  return commit(step, event, change) ? { ...step, ...change } : step
}
