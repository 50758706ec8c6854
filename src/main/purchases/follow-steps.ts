import type { Hash } from 'viem'
import type { PurchaseEvent } from '../../shared/purchase.ts'
import type { BlockRef, Chain, Receipt } from '../chain/chain.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { PurchaseRecord, SignedBytes, StepRecord } from './purchase-record.ts'
import { applyEvent } from './purchase-repository.ts'
import { updateStep, type StepChange } from './step-repository.ts'

const settled: readonly StepRecord['state'][] = ['final', 'reverted', 'cancelled', 'superseded']
/** A transaction that its node still holds is sent again now and then, should it not have passed it on. */
const SEND_AGAIN_AFTER_MS = 30_000
const LEAST_BETWEEN_SENDINGS_MS = 2_000

/** Whether the chain can still change a step. */
export function isStepOpen(step: StepRecord): boolean {
  return !settled.includes(step.state)
}

/** What this process remembers of transactions between two looks. */
export interface StepMemory {
  /** When each was last sent, by the monotonic clock, so that nodes are not flooded. */
  readonly sent: Map<Hash, number>
  /** The block by which another transaction was first seen to have used its nonce. */
  readonly usedBy: Map<Hash, BlockRef>
}

interface Look {
  readonly context: PurchaseContext
  readonly chain: Chain
  readonly record: PurchaseRecord
  readonly memory: StepMemory
  readonly head: bigint
  readonly finalized: bigint
}

/**
 * Looks on chain for every open step of a purchase, in order, and commits what it finds: mined, confirmed, final, taken back,
 * reverted or superseded. A step the chain does not know is sent again with the same bytes. AppError where the network does not answer.
 */
export async function followSteps(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  memory: StepMemory,
): Promise<void> {
  const open = record.steps.filter(isStepOpen)
  if (open.length === 0) return
  const [head, finalized] = await Promise.all([chain.head(), chain.finalized()])
  for (const step of open) await followStep({ context, chain, record, memory, head, finalized }, step)
}

async function followStep(look: Look, step: StepRecord): Promise<void> {
  const receipt = await findReceipt(look.chain, step)
  if (receipt === null) return missing(look, step)
  let current = step
  const isElsewhere = step.blockHash !== receipt.blockHash
  if (step.state !== 'signed' && (isElsewhere || !receipt.succeeded)) current = move(look, step, 'reorged', unseen)
  if (!receipt.succeeded) {
    if (receipt.blockNumber <= look.finalized) move(look, current, 'reverted', seen(receipt, 'reverted'))
    return
  }
  if (current.state === 'signed') current = move(look, current, 'mined', seen(receipt, 'mined'))
  if (current.state === 'mined' && look.head > receipt.blockNumber) {
    current = move(look, current, 'confirmed', seen(receipt, 'confirmed'))
  }
  if (current.state === 'confirmed' && receipt.blockNumber <= look.finalized) {
    move(look, current, 'finalized', seen(receipt, 'final'))
  }
}

async function findReceipt(chain: Chain, step: StepRecord): Promise<Receipt | null> {
  for (const { hash } of [...step.signed].reverse()) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}

async function missing(look: Look, step: StepRecord): Promise<void> {
  const { chain, record, memory } = look
  const current = step.state === 'signed' ? step : move(look, step, 'reorged', unseen)
  const newest = current.signed.at(-1)
  if (!newest) return
  const isPooled = (await chain.pendingNonce(record.from)) > step.nonce
  const mined = isPooled ? await chain.minedNonce(record.from) : null
  if (mined === null || mined.nonce <= step.nonce) {
    memory.usedBy.delete(newest.hash)
    return sendAgain(look, newest, isPooled)
  }
  // Missing is not dropped: only a nonce that something else used, at finality, settles it.
  const usedBy = memory.usedBy.get(newest.hash) ?? mined.at
  memory.usedBy.set(newest.hash, usedBy)
  const hashes = current.signed.map(({ hash }) => hash)
  const { block, anyReceipt } = await chain.finality(usedBy, hashes)
  if (block === 'gone') memory.usedBy.delete(newest.hash)
  if (block === 'final' && !anyReceipt) move(look, current, 'superseded', unseen)
}

async function sendAgain(
  { context, chain, memory: { sent } }: Look,
  { hash, raw }: SignedBytes,
  isPooled: boolean,
): Promise<void> {
  const now = context.monotonic()
  const rest = isPooled ? SEND_AGAIN_AFTER_MS : LEAST_BETWEEN_SENDINGS_MS
  if (now - (sent.get(hash) ?? -rest) < rest) return
  try {
    await chain.send(raw)
    sent.set(hash, now)
  } catch {
    // "Already known", "nonce too low", a timeout: the outcome is unknown either way, and the next look finds it.
  }
}

type StepEvent = Extract<
  PurchaseEvent['type'],
  'mined' | 'confirmed' | 'finalized' | 'reorged' | 'reverted' | 'superseded'
>

const unseen: StepChange = { state: 'signed', minedHash: null, blockNumber: null, blockHash: null, feeUnits: null }

function seen(receipt: Receipt, state: StepRecord['state']): StepChange {
  const { hash, blockNumber, blockHash, fee } = receipt
  return { state, minedHash: hash, blockNumber, blockHash, feeUnits: fee }
}

/** Commits a step's move; the payment's step moves the purchase with it, in one transaction. */
function move({ context, record, memory }: Look, step: StepRecord, event: StepEvent, change: StepChange): StepRecord {
  const { ledger } = context
  const written = event === 'superseded' ? { ...change, state: event } : change
  const write = (): void => updateStep(ledger, record.id, step, written)
  if (event === 'reorged') for (const { hash } of step.signed) memory.sent.delete(hash)
  if (step.kind === 'pay') {
    if (applyEvent(ledger, record.id, { type: event }, context.now(), { write }) === null) return step
  } else write()
  context.onChanged(record.id)
  return { ...step, ...written }
}
