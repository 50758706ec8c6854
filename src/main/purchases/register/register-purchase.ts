import { toAppError, type AppError, type ErrorCode } from '../../../shared/errors.ts'
import { isDiskError } from '../../db/disk-errors.ts'
import { raiseAttention } from '../attention.ts'
import { isConnectionError } from '../../engine/is-connection-error.ts'
import { IDLE_MS } from '../../engine/schedule/schedule.ts'
import { UNDECIDED_MS, absenceDelay, retryDelay, waitAfter, type Wait } from '../track/pace.ts'
import { prepareRegistration } from './prepare-registration.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readPurchase, readState } from '../purchase-repository.ts'
import { askAfterAttempt, resolveRegistration } from './resolve-registration.ts'
import { sendRegistration } from './send-registration.ts'
import type { ServiceQueue } from './service-queue.ts'
import type { RegistrationResources } from './registration-resources.ts'

/** What this process remembers of a registration between two attempts. */
export interface RegistrationMemory extends RegistrationResources {
  readonly waits: Map<string, Wait>
  /** Attempts in a row without a result, per purchase. */
  readonly tries: Map<string, number>
  /** Purchases that continue as soon as the connection, the records key or a token is back. */
  readonly interrupted: Set<string>
  /** Purchases that wait for the service, not for something of their own. */
  readonly queue: ServiceQueue
  /** Called when only a purchase's wait changed. */
  readonly onWaits: (id: string) => void
  readonly signal: AbortSignal
}

/**
 * Registers a confirmed payment, or determines whether it is registered already. Returns the milliseconds until it continues; null if it
 * has no next attempt of its own.
 */
export async function registerPurchase(
  context: PurchaseContext,
  memory: RegistrationMemory,
  record: PurchaseRecord,
): Promise<number | null> {
  const { id, profileId, state } = record
  memory.interrupted.delete(id)
  const isPaid = state.payment === 'confirmed' || state.payment === 'final'
  if (!isPaid || state.registration === 'registered' || state.registration === 'rejected') {
    memory.queue.passed(profileId, id)
    return null
  }
  const service = context.service(record.profileId)
  if (service === null) return IDLE_MS
  try {
    if (state.registration === 'none') prepareRegistration(context, service, record)
    // Its details may be corrected meanwhile.
    return await memory.alone(id, async () => {
      const current = readPurchase(context.ledger, id)
      if (current?.state.registration === 'prepared') return tell(context, memory, service, current)
      memory.queue.passed(profileId, id)
      return null
    })
  } catch (thrown) {
    if (isDiskError(thrown)) throw thrown
    return after(context, memory, record, toAppError(thrown))
  }
}

async function tell(
  context: PurchaseContext,
  memory: RegistrationMemory,
  service: ProfileService,
  record: PurchaseRecord,
): Promise<number | null> {
  const { id } = record
  memory.waits.set(id, { what: 'service', untilEpoch: null })
  if (record.state.unclear) {
    const found = await resolveRegistration(context, memory, service, record)
    if (found !== 'absent') {
      memory.queue.passed(record.profileId, id)
      // Nothing is sent again while it may be registered; only the person can find out more.
      if (found === 'undecided') raiseAttention(context, id, 'registration-unanswered')
      if (found === 'undecided') return UNDECIDED_MS
      return found === 'registered' ? null : absenceDelay(nextTry(memory, id))
    }
  }
  // Earlier lists stay valid only if nothing was sent since.
  const question = memory.questions.get(id)
  memory.questions.set(id, askAfterAttempt(context.monotonic()))
  const { error, wasSent } = await sendRegistration(context, service, record, memory.signal)
  if (wasSent || !question) memory.questions.set(id, askAfterAttempt(context.monotonic()))
  else memory.questions.set(id, question)
  if (error !== null) return after(context, memory, record, error)
  memory.queue.passed(record.profileId, id)
  return null
}

/** Errors that are not about the purchase: the next one would get the same. */
const ofTheService: readonly ErrorCode[] = [
  'offline',
  'service-budget-spent',
  'service-rate-limited',
  'service-forbidden',
  'service-down',
]

function after(
  context: PurchaseContext,
  memory: RegistrationMemory,
  { id, profileId }: PurchaseRecord,
  error: AppError,
): number | null {
  memory.waits.set(id, waitAfter(error))
  const isOver = readState(context.ledger, id)?.registration === 'rejected'
  if (isConnectionError(error) || error.code === 'internal' || error.code === 'service-unauthorized')
    memory.interrupted.add(id)
  memory.onWaits(id)
  const delay = isOver ? null : retryDelay(error, nextTry(memory, id), context.now())
  if (delay !== null && ofTheService.includes(error.code)) {
    memory.queue.park(profileId, id, delay)
    return null
  }
  memory.queue.passed(profileId, id)
  return delay
}

function nextTry({ tries }: RegistrationMemory, id: string): number {
  const before = tries.get(id) ?? 0
  tries.set(id, before + 1)
  return before
}
