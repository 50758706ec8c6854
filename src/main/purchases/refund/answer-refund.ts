import type { RefundChoice } from '../../../shared/purchases/state.ts'
import { AppError } from '../../../shared/errors.ts'
import { askAboutRefund } from './ask-about-refund.ts'
import { owedTo } from './count-refund.ts'
import { withoutFee } from './judge-refund.ts'
import { insertCountedRefund } from './counted-refund-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { CountedRefund, PurchaseRecord } from '../purchase-record.ts'
import { applyEvent, readSoundPurchase } from '../purchase-repository.ts'
import {
  declineRefund,
  listRelatedQuestions,
  readOpenRefunds,
  readPossibleRefunds,
  type PossibleRefund,
  type TransferKey,
} from './refund-repository.ts'

/** A person's answer about the transfer in question. */
export interface RefundAnswer {
  readonly hash: string
  /** Its position among the transfers of its transaction. */
  readonly ordinal: number | null
  readonly choice: RefundChoice
}

/**
 * Stores the person's answer about a transfer that may be the refund. Yes to all of it ends the wait of every purchase that it covers; a
 * part makes the purchase wait for the rest; no makes it wait on. A yes makes the sender known for this service. Idempotent. Returns the
 * other purchases affected. Throws AppError `not-allowed` if the question is no longer open.
 */
export function answerRefund(context: PurchaseContext, record: PurchaseRecord, answer: RefundAnswer): string[] {
  const { ledger } = context
  const { choice } = answer
  const isAbout = (one: TransferKey): boolean => one.hash === answer.hash && one.ordinal === answer.ordinal
  if (wasAnswered(context, record, isAbout, choice)) return []
  return ledger
    .transaction(() => {
      const possible = readOpenRefunds(ledger, record.id).find(isAbout)
      if (possible === undefined) throw questionClosed()
      if (choice === 'no') {
        decline(context, record, possible)
        return []
      }
      const others = listRelatedQuestions(ledger, record.id, possible)
      if (choice === 'part') accept(context, record, { ...possible, covers: [record.id] }, false)
      else accept(context, record, possible, true)
      // The rest may already be in question.
      for (const id of [record.id, ...others]) askAboutRefund(context, id)
      return others
    })
    .immediate()
}

function wasAnswered(
  { ledger }: PurchaseContext,
  record: PurchaseRecord,
  isAbout: (one: TransferKey) => boolean,
  choice: RefundChoice,
): boolean {
  if (choice !== 'no') return record.refunds.some((one) => isAbout(one) && one.evidence === 'person')
  return readPossibleRefunds(ledger, record.id).some((one) => isAbout(one) && one.declinedAt !== null)
}

function decline(context: PurchaseContext, { id }: PurchaseRecord, possible: PossibleRefund): void {
  const { ledger, now } = context
  const { hash } = possible
  const write = (): void => declineRefund(ledger, id, possible, now())
  if (applyEvent(ledger, id, { type: 'refund-declined', hash }, now(), { write }) === null) throw questionClosed()
  askAboutRefund(context, id)
  context.onChanged(id)
}

/** Counts the transfer for each purchase that it covers. */
function accept(context: PurchaseContext, record: PurchaseRecord, possible: PossibleRefund, isWhole: boolean): void {
  const { ledger, now, onChanged } = context
  const { hash, ordinal, sender: from, covers } = possible
  for (const [id, units] of sharesOf(context, record, possible)) {
    const refund: CountedRefund = { hash, ordinal, units, from, evidence: 'person' }
    const event = isWhole ? ({ type: 'refund-confirmed', hash } as const) : ({ type: 'refund-part' } as const)
    const write = (): void => insertCountedRefund(ledger, id, refund, covers)
    if (applyEvent(ledger, id, event, now(), { write }) === null) throw questionClosed()
    onChanged(id)
  }
}

/** Returns a transfer's share for each purchase that it covers: what is owed, with or without the service's fee. Throws if that changed. */
function sharesOf(
  { ledger }: PurchaseContext,
  record: PurchaseRecord,
  { units, covers }: PossibleRefund,
): readonly (readonly [id: string, units: bigint])[] {
  if (covers.length === 1) return [[record.id, units]]
  const owed = covers.map((id) => {
    const covered = readSoundPurchase(ledger, id)
    if (covered === null) throw questionClosed()
    return owedTo(covered)
  })
  for (const due of [
    owed.map((one) => [one.id, one.units] as const),
    owed.map((one) => [one.id, withoutFee(one)] as const),
  ]) {
    if (due.reduce((sum, [, share]) => sum + share, 0n) === units) return due
  }
  throw questionClosed()
}

function questionClosed(): AppError {
  return new AppError('not-allowed', 'This question is closed', { details: { reason: 'refund-answered' } })
}
