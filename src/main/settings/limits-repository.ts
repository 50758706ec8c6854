import { z } from 'zod'
import { limitsView, type Limits } from '../../shared/limit-views.ts'
import type { Database } from '../db/open-database.ts'

const text = z.string().nullable()
const row = z.object({ per_purchase: text, per_day: text, per_recipient: text })

/** What may be spent at most; nothing is limited before the person says so. */
export function readLimits(db: Database): Limits {
  const found = db.prepare('SELECT per_purchase, per_day, per_recipient FROM limits WHERE id = 1').get()
  if (found === undefined) return { perPurchase: null, perDay: null, perRecipient: null }
  const { per_purchase: perPurchase, per_day: perDay, per_recipient: perRecipient } = row.parse(found)
  return limitsView.parse({ perPurchase, perDay, perRecipient })
}

export function writeLimits(db: Database, { perPurchase, perDay, perRecipient }: Limits): void {
  db.prepare(
    `INSERT INTO limits (id, per_purchase, per_day, per_recipient) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET per_purchase = excluded.per_purchase, per_day = excluded.per_day,
       per_recipient = excluded.per_recipient`,
  ).run(perPurchase, perDay, perRecipient)
}
