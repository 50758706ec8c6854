import { runInTurn } from '../../engine/schedule/in-turn.ts'
import { attempt } from '../../engine/report-trouble.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readPurchase, readSoundPurchase } from '../purchase-repository.ts'

/** The number of records read at a time in the search for damaged ones. */
const READ_AT_ONCE = 100

/** Reads a purchase, and notifies if it is damaged: a record may be damaged while Till runs. */
export function readOrReport(context: PurchaseContext, id: string): PurchaseRecord | null {
  try {
    return readPurchase(context.ledger, id)
  } catch (error) {
    notifyIfDamaged(context, id)
    throw error
  }
}

/** Notifies of the damaged ones among purchases, a few at a time. */
export function reportDamaged(context: PurchaseContext, ids: readonly string[], signal: AbortSignal): void {
  for (const id of ids.slice(0, READ_AT_ONCE)) notifyIfDamaged(context, id)
  const rest = ids.slice(READ_AT_ONCE)
  if (rest.length > 0) runInTurn(context.timer, signal, () => reportDamaged(context, rest, signal))
}

function notifyIfDamaged(context: PurchaseContext, id: string): void {
  attempt(context, `record of ${id}`, () => {
    if (readSoundPurchase(context.ledger, id) === null) context.onUnreadable(id)
  })
}
