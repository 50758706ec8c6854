import type { ErrorCode } from '../../../shared/errors.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'

/** Every error that the report of a payment to the service can end with. */
export const reportErrors = [
  'offline',
  'service-timeout',
  'service-down',
  'service-unauthorized',
  'service-forbidden',
  'service-rate-limited',
  'service-budget-spent',
  'service-rejected',
  'service-malformed',
  'internal',
] as const satisfies readonly ErrorCode[]

/** Returns the key of the sentence that quotes the service on the last report; none where something else is spoken of. */
export function saysKeys(purchase: Pick<PurchaseView, 'registration' | 'status' | 'attention'>): string[] {
  const { registration, status, attention } = purchase
  const isReported = registration.state === 'prepared' || registration.state === 'rejected'
  const isSpokenOf = status === 'on-its-way' || (status === 'needs-you' && attention?.startsWith('registration-'))
  return registration.lastMessage !== null && isReported && isSpokenOf ? ['report.says'] : []
}

/** Returns the keys of the sentences that say how the last report ended; none once it succeeded, or nothing is reported any more. */
export function reportKeys({ registration }: Pick<PurchaseView, 'registration'>): string[] {
  const { state, lastError, lastStatus } = registration
  const code = reportErrors.find((known) => known === lastError)
  if (state !== 'prepared' || code === undefined) return []
  return lastStatus !== null && lastStatus >= 400 ? [`report.${code}`, 'report.answer'] : [`report.${code}`]
}
