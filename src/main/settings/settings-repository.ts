import { z } from 'zod'
import { settingsView, type SettingsView } from '../../shared/app/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { limitsView, noLimits, type Limits } from '../../shared/limits/views.ts'

const defaults: SettingsView = {
  locale: null,
  theme: 'system',
  lockAfterMinutes: 5,
  idleMinutes: 5,
  pinAtSale: false,
  homeCountry: null,
  shopView: null,
  customerStands: 'across',
  customerDisplay: 'automatic',
}
const row = z.object({ body: z.string() })
const fields = settingsView.shape

// A field that an older Till wrote differently falls back to its default; the other fields stay.
const stored = z.object({
  locale: fields.locale.catch(defaults.locale),
  theme: fields.theme.catch(defaults.theme),
  lockAfterMinutes: fields.lockAfterMinutes.catch(defaults.lockAfterMinutes),
  idleMinutes: fields.idleMinutes.catch(defaults.idleMinutes),
  pinAtSale: fields.pinAtSale.catch(defaults.pinAtSale),
  homeCountry: fields.homeCountry.catch(defaults.homeCountry),
  shopView: fields.shopView.catch(defaults.shopView),
  customerStands: fields.customerStands.catch(defaults.customerStands),
  customerDisplay: fields.customerDisplay.catch(defaults.customerDisplay),
})

/** Returns the user's settings, with defaults for those never chosen. */
export function readSettings(db: ReadableDb): SettingsView {
  const found = db.prepare('SELECT body FROM settings WHERE id = 1').get()
  return found === undefined ? defaults : stored.parse(JSON.parse(row.parse(found).body))
}

/** Stores the given settings and returns all of them. */
export function writeSettings(db: WritableDb, changes: Partial<SettingsView>): SettingsView {
  return db.transaction(() => {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const next = settingsView.parse({ ...readSettings(db), ...given })
    const sql = 'INSERT INTO settings (id, body) VALUES (1, :body) ON CONFLICT (id) DO UPDATE SET body = :body'
    db.prepare(sql).run({ body: JSON.stringify(next) })
    return next
  })()
}

const text = z.string().nullable()
const limitsRow = z.object({ per_purchase: text, per_day: text, per_recipient: text })

/** Returns the limits that an older Till stored in the ledger, if any. */
export function readFirstLimits(db: ReadableDb): Limits {
  const found = db.prepare('SELECT per_purchase, per_day, per_recipient FROM limits WHERE id = 1').get()
  if (found === undefined) return noLimits
  const { per_purchase: perPurchase, per_day: perDay, per_recipient: perRecipient } = limitsRow.parse(found)
  return limitsView.parse({ perPurchase, perDay, perRecipient })
}

/** Deletes them once they are set in the vault. */
export function forgetFirstLimits(db: WritableDb): void {
  db.prepare('DELETE FROM limits').run()
}
