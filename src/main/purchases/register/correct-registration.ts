import { AppError } from '../../../shared/errors.ts'
import type { Profile } from '../../../shared/services/profile.ts'
import { isCorrectable } from '../../../shared/purchases/state.ts'
import { clearAttention } from '../attention.ts'
import { readDelivery, sealDelivery } from '../delivery.ts'
import { absenceDelay } from '../track/pace.ts'
import { buildRegistration } from './prepare-registration.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { DeliveryDetails, PurchaseRecord } from '../purchase-record.ts'
import { applyEvent, readPurchase, updateDelivery } from '../purchase-repository.ts'
import { requestsAfterPayment } from '../quote/quote-purchase.ts'
import { insertRegistration } from './registration-repository.ts'
import { resolveRegistration } from './resolve-registration.ts'
import type { RegistrationResources } from './registration-resources.ts'

/**
 * Stores another body under a new key for a payment that the service refused, or did not answer clearly in time, and that two complete
 * lists of the service lack. A null `delivery` is unchanged; `intentChain` is the form of the network's name, by default the profile's.
 * Earlier registrations are kept, and nothing is sent meanwhile. If the list has the payment after all, it is registered and nothing is
 * stored. Throws AppError `not-allowed` for any other registration, and the errors of reading the list.
 */
export async function correctRegistration(
  context: PurchaseContext,
  resources: RegistrationResources,
  id: string,
  delivery: DeliveryDetails | null,
  intentChain?: Profile['intentChain'],
): Promise<void> {
  await resources.alone(id, async () => {
    const record = readPurchase(context.ledger, id)
    const service = record && context.service(record.profileId)
    if (!record || !service || !isCorrectable(record.state)) throw notRefused()
    service.budget.reserve(id, requestsAfterPayment(service.budget), 'registration')
    if (await isAbsent(context, resources, record)) storeCorrected(context, id, delivery, intentChain)
  })
}

/** Reads the list until it has the payment, which registers it, or the payment is known to be missing. */
async function isAbsent(
  context: PurchaseContext,
  { lists }: RegistrationResources,
  record: PurchaseRecord,
): Promise<boolean> {
  const service = context.service(record.profileId)
  if (service === null) throw notRefused()
  const memory = { lists, questions: new Map([[record.id, { absences: 0, after: context.monotonic() }]]) }
  for (;;) {
    const found = await resolveRegistration(context, memory, service, record)
    if (found === 'registered') return false
    if (found === 'absent') return true
    if (found === 'undecided') throw new AppError('service-malformed', 'A row that cannot be read may be the payment')
    await new Promise<void>((resolve) => void context.timer(absenceDelay(0), resolve))
  }
}

function storeCorrected(
  context: PurchaseContext,
  id: string,
  changed: DeliveryDetails | null,
  intentChain: Profile['intentChain'] | undefined,
): void {
  const { ledger } = context
  // The network may have moved the payment during the read.
  const record = readPurchase(ledger, id)
  const service = record && context.service(record.profileId)
  const delivery = changed ?? readDelivery(context, id)
  const registration = record && service && buildRegistration(context, service, record, delivery, intentChain)
  if (!registration) throw notRefused()
  const sealed = sealDelivery(context, id, delivery)
  ledger
    .transaction(() => {
      const write = (): void => {
        insertRegistration(ledger, id, registration)
        updateDelivery(ledger, id, sealed)
      }
      const event = { type: 'registration-prepared' } as const
      if (applyEvent(ledger, id, event, registration.preparedAt, { write }) === null) throw notRefused()
      for (const reason of ['registration-rejected', 'registration-unanswered', 'other-payment-mined'] as const) {
        clearAttention(context, id, reason)
      }
    })
    .immediate()
}

function notRefused(): AppError {
  return new AppError('not-allowed', 'The service did not refuse it', { details: { reason: 'not-refused' } })
}
