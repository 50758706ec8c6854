import { AppError } from '../../shared/errors.ts'
import { askAboutRefund } from './ask-about-refund.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { applyEvent } from './purchase-repository.ts'
import { declineRefund, listAskedToo, readOpenRefunds, readPossibleRefunds } from './refund-repository.ts'

/**
 * Takes the person's word on a transfer that may be the refund: yes ends the wait and makes its sender known for this service, no lets
 * the purchase wait on. Idempotent. Returns the other purchases that this concerns. Throws AppError `not-allowed` if the question
 * is no longer open.
 */
export function answerRefund(
  context: PurchaseContext,
  record: PurchaseRecord,
  { hash, isRefund }: { readonly hash: string; readonly isRefund: boolean },
): string[] {
  const { ledger, now, onChanged } = context
  const { id, terms, refund } = record
  const known = readPossibleRefunds(ledger, id).find((one) => one.hash === hash)
  if (isRefund ? refund?.hash === hash && refund.evidence === 'person' : known && known.declinedAt !== null) return []
  return ledger
    .transaction(() => {
      const asked = readOpenRefunds(ledger, id).find((one) => one.hash === hash)
      if (asked === undefined) throw movedOn()
      const place = { hash: asked.hash, place: asked.place }
      const counted = { ...place, units: terms.payment.units, from: asked.sender, evidence: 'person' } as const
      const moved = isRefund
        ? applyEvent(ledger, id, { type: 'refund-confirmed', hash }, now(), { refund: counted })
        : applyEvent(ledger, id, { type: 'refund-declined', hash }, now(), {
            write: () => declineRefund(ledger, id, hash, now()),
          })
      if (moved === null) throw movedOn()
      if (!isRefund) askAboutRefund(context, id)
      const others = isRefund ? listAskedToo(ledger, id, asked) : []
      for (const other of others) askAboutRefund(context, other)
      onChanged(id)
      return others
    })
    .immediate()
}

function movedOn(): AppError {
  return new AppError('not-allowed', 'This is not asked about any more', { details: { reason: 'refund-settled' } })
}
