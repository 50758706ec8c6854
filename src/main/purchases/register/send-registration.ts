import { AppError } from '../../../shared/errors.ts'
import type { RegistrationOutcome } from '../../service/operations/register-spend.ts'
import { clearAttention, raiseAttention } from '../attention.ts'
import { commitRegistered, seenSpend } from './commit-registered.ts'
import { findEndedBySpend } from '../track/ended-repository.ts'
import { isKeyRefused } from './is-key-refused.ts'
import { findBySpend } from '../track/open-repository.ts'
import { answerPurpose, bodyPurpose } from './prepare-registration.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { applyEvent } from '../purchase-repository.ts'
import { insertAttempt, readAttempts, readRegistration } from './registration-repository.ts'

/** Clear refusals before the person is asked; earlier, the service may only be a block behind. */
const REJECTIONS_BEFORE_ASKING = 3
/** Access refusals in a row before the person is asked; earlier, a token may just have been dropped. */
const REFUSALS_BEFORE_ASKING = 2

/**
 * Sends a prepared registration's stored bytes under their key once, and commits the answer. Returns why it is not done, and whether
 * anything may have left this machine.
 */
export async function sendRegistration(
  context: PurchaseContext,
  service: ProfileService,
  record: PurchaseRecord,
  signal: AbortSignal,
): Promise<{ readonly error: AppError | null; readonly wasSent: boolean }> {
  const stored = readRegistration(context.ledger, record.id)
  if (stored === null) throw new Error('A prepared registration without its body')
  const answered = await service.client.registerSpend({
    address: record.from,
    idempotencyKey: stored.idempotencyKey,
    body: context.sealer.unseal(stored.sealedBody, bodyPurpose(stored.idempotencyKey)),
    owner: record.id,
    signal,
  })
  const outcome = isForOther(context, record, answered) ? unclearOutcome(answered) : answered
  const { idempotencyKey } = stored
  const detail = outcome.outcome === 'registered' ? null : outcome.error.code
  const sealedAnswer = outcome.answer
    ? context.sealer.seal(JSON.stringify(outcome.answer), answerPurpose(idempotencyKey))
    : null
  const attempt = { idempotencyKey, at: context.now(), outcome: outcome.outcome, detail, sealedAnswer }
  context.ledger
    .transaction(() => {
      insertAttempt(context.ledger, attempt)
      commitOutcome(context, record, outcome)
    })
    .immediate()
  context.onChanged(record.id)
  return {
    error: outcome.outcome === 'registered' ? null : outcome.error,
    wasSent: outcome.outcome !== 'not-sent',
  }
}

/** Returns whether the service answered with another purchase's record, and so may have taken this one for that. */
function isForOther({ ledger }: PurchaseContext, record: PurchaseRecord, answered: RegistrationOutcome): boolean {
  if (answered.outcome !== 'registered') return false
  const { transactionId } = answered.transaction
  const found = [
    findBySpend(ledger, record, [transactionId]).get(transactionId),
    findEndedBySpend(ledger, record, [transactionId], 0).get(transactionId),
  ]
  return found.some((id) => id !== undefined && id !== record.id)
}

/** Only the list, which names payments, shows which of the two the service has. */
function unclearOutcome({ answer }: RegistrationOutcome): RegistrationOutcome {
  const error = new AppError('service-malformed', 'The service answered with the record of another purchase')
  return { outcome: 'unclear', error, ...(answer ? { answer } : {}) }
}

function commitOutcome(context: PurchaseContext, record: PurchaseRecord, outcome: RegistrationOutcome): void {
  const { ledger, now } = context
  const attempts = readAttempts(ledger, record.id)
  switch (outcome.outcome) {
    case 'registered':
      commitRegistered(context, record, seenSpend(outcome.transaction, now()))
      return
    case 'rejected': {
      // A refusal may follow a lost acceptance, so the list is read before the bytes are sent again.
      applyEvent(ledger, record.id, { type: 'registration-unclear' }, now())
      if (attempts.filter((attempt) => attempt.outcome === 'rejected').length < REJECTIONS_BEFORE_ASKING) return
      applyEvent(ledger, record.id, { type: 'registration-rejected' }, now())
      clearAttention(context, record.id, 'registration-unanswered')
      raiseAttention(context, record.id, 'registration-rejected')
      return
    }
    case 'duplicate':
      applyEvent(ledger, record.id, { type: 'registration-unclear' }, now())
      if (isKeyRefused(attempts)) raiseAttention(context, record.id, 'registration-unanswered')
      return
    case 'retry-spend':
    case 'unclear':
      applyEvent(ledger, record.id, { type: 'registration-unclear' }, now())
      return
    case 'refused': {
      const access = ['service-unauthorized', 'service-forbidden']
      const inARow = attempts.slice(-REFUSALS_BEFORE_ASKING).filter(({ detail }) => access.includes(detail ?? ''))
      if (inARow.length === REFUSALS_BEFORE_ASKING) raiseAttention(context, record.id, 'registration-refused-access')
      return
    }
    case 'not-sent':
  }
}
