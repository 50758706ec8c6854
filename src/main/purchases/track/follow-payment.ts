import { toAppError } from '../../../shared/errors.ts'
import { awaitsRefund, isSettled } from '../../../shared/purchases/state.ts'
import type { Chain } from '../../chain/chain.ts'
import { isDiskError } from '../../db/disk-errors.ts'
import { followSteps, type StepEvent, type StepMemory } from '../../engine/steps/follow-steps.ts'
import { untilNextPoll } from '../../engine/schedule/poll-pace.ts'
import { isStepOpen, type StepRecord } from '../../engine/steps/step-record.ts'
import { readOwnNoncesFrom, readSteps, updateStep, type StepChange } from '../../engine/steps/step-repository.ts'
import { clearAttention, raiseAttention, raiseOnce } from '../attention.ts'
import { failedAt, findRefund } from '../refund/find-refund.ts'
import { isConnectionError } from '../../engine/is-connection-error.ts'
import { IDLE_MS } from '../../engine/schedule/schedule.ts'
import { refundDelay, waitAfter, type Wait } from './pace.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { applyEvent, readState } from '../purchase-repository.ts'
import { readRegisteredHash } from '../register/registration-repository.ts'

/** What this process remembers of the chain between two checks. */
export interface ChainMemory extends StepMemory {
  readonly waits: Map<string, Wait>
  /** Purchases that continue as soon as the connection, or their own network, is back. */
  readonly interrupted: Set<string>
  /** Called when only a purchase's wait changed. */
  readonly onWaits: (id: string) => void
  /** Called when the network answered every request about a purchase. */
  readonly onPolled: (id: string) => void
}

/** The result of a check. */
export interface Followed {
  /** Milliseconds until the next check; null for none of its own. */
  readonly delay: number | null
  readonly after: PurchaseRecord
}

/** Checks a purchase's payment on chain and, if the purchase failed, its refund; notes in `memory.waits` what it waits for. */
export async function followPayment(
  context: PurchaseContext,
  memory: ChainMemory,
  before: PurchaseRecord,
): Promise<Followed> {
  const { id } = before
  const service = context.service(before.profileId)
  if (service === null) return { delay: IDLE_MS, after: before }
  memory.interrupted.delete(id)
  let hasMoved = false
  // A commit may have failed. The rest of a record is frozen, or irrelevant here.
  const current = (): PurchaseRecord => ({
    ...before,
    steps: hasMoved ? readSteps(context.ledger, id) : before.steps,
    state: readState(context.ledger, id) ?? before.state,
  })
  const chain = context.chain(before.terms.network, service.profile)
  try {
    if (!(await isSameChain(context, chain, before))) {
      memory.waits.set(id, { what: 'network', untilEpoch: null })
      memory.interrupted.add(id)
      return { delay: IDLE_MS, after: before }
    }
    await followSteps({
      chain,
      from: before.from,
      steps: before.steps,
      memory,
      monotonic: context.monotonic,
      registered: readRegisteredHash(context.ledger, id),
      isOwnNonce: (nonce) => readOwnNoncesFrom(context.ledger, before.chainInstance, before.from, nonce).has(nonce),
      commit(step, event, change) {
        hasMoved = true
        return commitMove(context, id, step, event, change)
      },
      together: (work) => context.ledger.transaction(work).immediate(),
    })
    const record = current()
    noteWait(memory, record)
    noteOtherPayment(context, record)
    if (awaitsRefund(record.state)) await findRefund(context, chain, record)
    memory.onPolled(id)
  } catch (thrown) {
    if (isDiskError(thrown)) throw thrown
    const error = toAppError(thrown)
    if (error.code === 'internal') context.onUnforeseen(thrown, `payment of ${id}`)
    if (isConnectionError(error)) memory.interrupted.add(id)
    memory.waits.set(id, waitAfter(error))
    memory.onWaits(id)
  }
  const after = current()
  return { delay: await nextPoll(context, chain, memory, after), after }
}

/** The payment's step moves the purchase too, in one transaction. */
function commitMove(
  { ledger, now, onChanged }: PurchaseContext,
  id: string,
  step: StepRecord,
  event: StepEvent,
  change: StepChange,
): boolean {
  const write = (): void => updateStep(ledger, id, step, change)
  if (step.kind !== 'pay') write()
  else if (applyEvent(ledger, id, { type: event }, now(), { write }) === null) return false
  onChanged(id)
  return true
}

/** A reset network does not know the purchase, and must never receive its payment. */
async function isSameChain(
  context: PurchaseContext,
  chain: Chain,
  { id, chainInstance, state }: PurchaseRecord,
): Promise<boolean> {
  const isSame = (await chain.instance()) === chainInstance
  if (isSame) clearAttention(context, id, 'chain-changed')
  else if (!isSettled(state)) raiseAttention(context, id, 'chain-changed')
  return isSame
}

/** Asks the person if a block contains another of the purchase's transactions than the registered one. */
function noteOtherPayment(context: PurchaseContext, record: PurchaseRecord): void {
  const mined = payStep(record).minedHash
  const registered = mined === null ? null : readRegisteredHash(context.ledger, record.id)
  if (registered === null || mined === null) return
  if (registered === mined) {
    if (record.state.attention === 'other-payment-mined') clearAttention(context, record.id, 'other-payment-mined')
  } else raiseOnce(context, record.id, 'other-payment-mined')
}

function noteWait({ waits, unclear, behindGap, refused }: ChainMemory, { id, state, steps }: PurchaseRecord): void {
  const waiting = steps.filter((step) => step.state === 'signed').flatMap(({ signed }) => signed)
  const refusal = waiting.map(({ hash }) => refused.get(hash)).find(Boolean)
  if (state.payment === 'mined') waits.set(id, { what: 'confirmation', untilEpoch: null })
  else if (waiting.some(({ hash }) => unclear.has(hash))) waits.set(id, { what: 'proof', untilEpoch: null })
  else if (waiting.some(({ hash }) => behindGap.has(hash))) waits.set(id, { what: 'gap', untilEpoch: null })
  else if (state.payment === 'signed') waits.set(id, { what: 'network', untilEpoch: null, refusal })
  else if (awaitsRefund(state)) waits.set(id, { what: 'refund', untilEpoch: null })
  else waits.delete(id)
}

async function nextPoll(
  context: PurchaseContext,
  chain: Chain,
  memory: ChainMemory,
  record: PurchaseRecord,
): Promise<number | null> {
  const now = context.now()
  const { createdAt } = record
  // A settled purchase is proven enough: nothing is left to do either way.
  const steps = isSettled(record.state) ? record.steps.filter(isStepOpen) : record.steps
  const registered = readRegisteredHash(context.ledger, record.id)
  const { monotonic } = context
  const delay = await untilNextPoll({ chain, steps, registered, memory, monotonic, ageMs: now - createdAt })
  if (isSettled(record.state) || !awaitsRefund(record.state)) return delay
  const refund = Math.max(refundDelay(now - failedAt(context, record)), await chain.untilTick(1))
  return delay === null ? refund : Math.min(delay, refund)
}
