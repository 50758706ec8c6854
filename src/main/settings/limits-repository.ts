import { z } from 'zod'
import { limitsView, noLimits, type Limits } from '../../shared/limits/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const text = z.string().nullable()
const row = z.object({ per_purchase: text, per_day: text, per_recipient: text })

/** Returns the limits that an older Till stored in the ledger, if any. */
export function readFirstLimits(db: ReadableDb): Limits {
  const found = db.prepare('SELECT per_purchase, per_day, per_recipient FROM limits WHERE id = 1').get()
  if (found === undefined) return noLimits
  const { per_purchase: perPurchase, per_day: perDay, per_recipient: perRecipient } = row.parse(found)
  return limitsView.parse({ perPurchase, perDay, perRecipient })
}

/** Deletes them once they are set in the vault. */
export function forgetFirstLimits(db: WritableDb): void {
  db.prepare('DELETE FROM limits').run()
}
