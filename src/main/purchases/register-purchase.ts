import { toAppError, type AppError } from '../../shared/errors.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { IDLE_MS, absenceDelay, isLost, retryDelay, waitAfter, type Wait } from './pace.ts'
import { prepareRegistration } from './prepare-registration.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { readPurchase } from './purchase-repository.ts'
import { REQUESTS_AFTER_PAYMENT } from './quote-purchase.ts'
import { resolveRegistration, type WholeLists } from './resolve-registration.ts'
import { sendRegistration } from './send-registration.ts'

/** What this process remembers of a registration between two looks. */
export interface RegistrationMemory {
  readonly lists: WholeLists
  readonly waits: Map<string, Wait>
  /** Looks in a row that brought nothing, per purchase. */
  readonly tries: Map<string, number>
  /** Complete lists in which a purchase's payment was missing. */
  readonly absences: Map<string, number>
  /** Purchases that go on as soon as the connection, the records key or a token is back. */
  readonly interrupted: Set<string>
  readonly signal: AbortSignal
}

/**
 * Tells the service of a confirmed payment, or finds out whether it knows already; answers in how many milliseconds to go on, null
 * for not by itself.
 */
export async function registerPurchase(
  context: PurchaseContext,
  memory: RegistrationMemory,
  record: PurchaseRecord,
): Promise<number | null> {
  const { id, state } = record
  memory.interrupted.delete(id)
  if (state.payment !== 'confirmed' && state.payment !== 'final') return null
  if (state.registration === 'registered' || state.registration === 'rejected') return null
  const service = context.service(record.profileId)
  if (service === null) return IDLE_MS
  try {
    if (state.registration === 'none') prepareRegistration(context, service, record)
    return await tell(context, memory, service, readPurchase(context.ledger, id) ?? record)
  } catch (thrown) {
    if (isDiskError(thrown)) throw thrown
    return after(context, memory, id, toAppError(thrown))
  }
}

async function tell(
  context: PurchaseContext,
  memory: RegistrationMemory,
  service: PurchaseService,
  record: PurchaseRecord,
): Promise<number | null> {
  const { id } = record
  service.budget.reserve(id, REQUESTS_AFTER_PAYMENT, 'registration')
  memory.waits.set(id, { what: 'service', untilEpoch: null })
  if (record.state.unclear) {
    const found = await resolveRegistration(context, memory, service, record)
    if (found === 'registered') return null
    if (found === 'unknown') return absenceDelay(nextTry(memory, id))
  }
  const error = await sendRegistration(context, service, record, memory.signal)
  if (error !== null) return after(context, memory, id, error)
  return null
}

function after(context: PurchaseContext, memory: RegistrationMemory, id: string, error: AppError): number | null {
  memory.waits.set(id, waitAfter(error))
  const isOver = readPurchase(context.ledger, id)?.state.registration === 'rejected'
  if (isLost(error) || error.code === 'internal' || error.code === 'service-unauthorized') memory.interrupted.add(id)
  context.onChanged(id)
  return isOver ? null : retryDelay(error, nextTry(memory, id), context.now())
}

function nextTry({ tries }: RegistrationMemory, id: string): number {
  const before = tries.get(id) ?? 0
  tries.set(id, before + 1)
  return before
}
