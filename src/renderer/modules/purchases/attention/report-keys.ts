import type { ErrorCode } from '../../../../shared/errors.ts'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'

/** Every error with which a report to the service can end. */
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

/** Returns the message key that quotes the service's answer to the last report; empty while the page is about something else. */
export function answerKeys(purchase: Pick<PurchaseView, 'registration' | 'status' | 'attention'>): string[] {
  const { registration, status, attention } = purchase
  const isReported = registration.state === 'prepared' || registration.state === 'rejected'
  const isSpokenOf = status === 'on-its-way' || (status === 'needs-you' && attention?.startsWith('registration-'))
  return registration.lastMessage !== null && isReported && isSpokenOf ? ['report.says'] : []
}

/** Returns the message keys for the result of the last report; empty after a success, or if nothing is left to report. */
export function reportKeys({ registration }: Pick<PurchaseView, 'registration'>): string[] {
  const { state, lastError, lastStatus } = registration
  const code = reportErrors.find((known) => known === lastError)
  if (state !== 'prepared' || code === undefined) return []
  return lastStatus !== null && lastStatus >= 400 ? [`report.${code}`, 'report.answer'] : [`report.${code}`]
}
