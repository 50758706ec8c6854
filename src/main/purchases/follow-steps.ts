import type { Hash } from 'viem'
import type { PurchaseEvent } from '../../shared/purchase.ts'
import type { Chain, Receipt } from '../chain/chain.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { PurchaseRecord, StepRecord } from './purchase-record.ts'
import { applyEvent } from './purchase-repository.ts'
import { updateStep, type StepChange } from './step-repository.ts'

const settled: readonly StepRecord['state'][] = ['final', 'reverted', 'cancelled', 'superseded']

/** Whether the chain can still change a step. */
export function isStepOpen(step: StepRecord): boolean {
  return !settled.includes(step.state)
}

/**
 * Looks on chain for every open step of a purchase, in order, and commits what it finds: mined, confirmed, final, taken back,
 * reverted or superseded. A step the chain does not know is sent again with the same bytes. AppError where the network does not answer.
 */
export async function followSteps(context: PurchaseContext, chain: Chain, record: PurchaseRecord): Promise<void> {
  const open = record.steps.filter(isStepOpen)
  if (open.length === 0) return
  const [head, finalized] = await Promise.all([chain.head(), chain.finalized()])
  for (const step of open) await followStep(context, chain, record, step, head, finalized)
}

async function followStep(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  step: StepRecord,
  head: bigint,
  finalized: bigint,
): Promise<void> {
  const receipt = await findReceipt(chain, step)
  if (receipt === null) return missing(context, chain, record, step, finalized)
  if (!receipt.succeeded) {
    if (receipt.blockNumber <= finalized) move(context, record, step, 'reverted', seen(receipt, 'reverted'))
    else if (step.state !== 'signed') move(context, record, step, 'reorged', unseen)
    return
  }
  let current = step
  const isElsewhere = step.state !== 'signed' && step.minedHash !== receipt.hash
  if (isElsewhere) current = move(context, record, current, 'reorged', unseen)
  if (current.state === 'signed') current = move(context, record, current, 'mined', seen(receipt, 'mined'))
  if (current.state === 'mined' && head > receipt.blockNumber) {
    current = move(context, record, current, 'confirmed', seen(receipt, 'confirmed'))
  }
  if (current.state === 'confirmed' && receipt.blockNumber <= finalized) {
    move(context, record, current, 'finalized', seen(receipt, 'final'))
  }
}

async function findReceipt(chain: Chain, step: StepRecord): Promise<Receipt | null> {
  for (const { hash } of [...step.signed].reverse()) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}

async function missing(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  step: StepRecord,
  finalized: bigint,
): Promise<void> {
  const current = step.state === 'signed' ? step : move(context, record, step, 'reorged', unseen)
  // Missing is not dropped: only a nonce that something else consumed, at finality, settles it. The receipt is asked once more
  // after the nonce, since the transaction may have been mined between the two questions.
  if ((await chain.minedNonce(record.from, finalized)) > step.nonce) {
    if ((await findReceipt(chain, step)) === null) move(context, record, current, 'superseded', unseen)
    return
  }
  const newest = current.signed.at(-1)
  if (newest) await sendAgain(chain, newest.raw)
}

async function sendAgain(chain: Chain, raw: StepRecord['signed'][number]['raw']): Promise<void> {
  try {
    await chain.send(raw)
  } catch {
    // "Already known", "nonce too low", a timeout: the outcome is unknown either way, and the next look finds it.
  }
}

type StepEvent = Extract<
  PurchaseEvent['type'],
  'mined' | 'confirmed' | 'finalized' | 'reorged' | 'reverted' | 'superseded'
>

const unseen: StepChange = { state: 'signed', minedHash: null, blockNumber: null, feeUnits: null }

function seen(receipt: Receipt, state: StepRecord['state']): StepChange {
  return { state, minedHash: receipt.hash as Hash, blockNumber: receipt.blockNumber, feeUnits: receipt.fee }
}

/** Commits a step's move; the payment's step moves the purchase with it, in one transaction. */
function move(
  context: PurchaseContext,
  record: PurchaseRecord,
  step: StepRecord,
  event: StepEvent,
  change: StepChange,
): StepRecord {
  const state = event === 'superseded' ? 'superseded' : change.state
  const written = { ...change, state }
  const { ledger } = context
  const write = (): void => updateStep(ledger, record.id, step, written)
  if (step.kind === 'pay') {
    if (applyEvent(ledger, record.id, { type: event }, context.now(), { write }) === null) return step
  } else write()
  context.onChanged(record.id)
  return { ...step, ...written }
}
