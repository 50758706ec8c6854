import { AppError } from '../../shared/errors.ts'
import { clearAttention } from './attention.ts'
import { sealDelivery } from './delivery.ts'
import { absenceDelay } from './pace.ts'
import { buildRegistration } from './prepare-registration.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { Delivery, PurchaseRecord } from './purchase-record.ts'
import { applyEvent, readPurchase, updateDelivery } from './purchase-repository.ts'
import { requestsAfterPayment } from './quote-purchase.ts'
import { insertRegistration } from './registration-repository.ts'
import { resolveRegistration, type WholeLists } from './resolve-registration.ts'

/**
 * Stores another body under a new key for a payment whose registration was definitely refused and that two complete lists of the
 * service lack; what was sent before is kept. Nothing is stored where the list holds the payment after all: then it is registered.
 * AppError `not-allowed` where the registration is not a refused one, and what reading the list throws.
 */
export async function correctRegistration(
  context: PurchaseContext,
  lists: WholeLists,
  record: PurchaseRecord,
  delivery: Delivery,
): Promise<void> {
  const service = context.service(record.profileId)
  if (record.state.registration !== 'rejected' || service === null) throw notRefused()
  service.budget.reserve(record.id, requestsAfterPayment(service.budget), 'registration')
  const memory = { lists, questions: new Map([[record.id, { absences: 0, after: context.monotonic() }]]) }
  for (;;) {
    const found = await resolveRegistration(context, memory, service, record)
    if (found === 'registered') return
    if (found === 'absent') break
    await new Promise<void>((resolve) => void context.timer(absenceDelay(0), resolve))
  }
  // The network may have moved the payment while the list was read.
  const current = readPurchase(context.ledger, record.id) ?? record
  const registration = buildRegistration(context, service, current, delivery)
  if (registration === null) throw notRefused()
  const sealed = sealDelivery(context, record.id, delivery)
  context.ledger
    .transaction(() => {
      const write = (): void => {
        insertRegistration(context.ledger, record.id, registration)
        updateDelivery(context.ledger, record.id, sealed)
      }
      const event = { type: 'registration-prepared' } as const
      if (applyEvent(context.ledger, record.id, event, registration.preparedAt, { write }) === null) throw notRefused()
      clearAttention(context, record.id, 'registration-rejected')
      clearAttention(context, record.id, 'other-payment-mined')
    })
    .immediate()
}

function notRefused(): AppError {
  return new AppError('not-allowed', 'The service did not refuse it', { details: { reason: 'not-refused' } })
}
