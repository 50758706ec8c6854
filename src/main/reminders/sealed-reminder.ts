import { z } from 'zod'
import { dayView, scheduleView } from '../../shared/reminders/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { readReminderBoxes, writeReminderBox } from './reminders-repository.ts'

const sealed = z.object({
  schedule: scheduleView,
  start: dayView,
  handledTo: dayView.nullable(),
  skippedDue: dayView.nullable().default(null),
  /** When the last purchase was made that was there as it was set (epoch ms). */
  countedTo: z.int(),
  /** The purchases that were there then, and that a clock that was ahead had dated. */
  countedAhead: z.array(z.string()).default([]),
  /** The user was notified of what was due until this day; null before the first time. */
  notifiedTo: dayView.nullable(),
})
/** How far a reminder was when it was set or skipped: purchases since then count too. */
export type StoredReminder = z.output<typeof sealed> & { readonly purchaseId: string }

export interface SealedReminders<Db = ReadableDb> {
  readonly ledger: Db
  readonly sealer: Sealer
}

/** A reminder is sealed whole, for its own purchase, so that nobody can move it to another one. */
const purposeOf = (purchaseId: string): string => `reminder ${purchaseId}`

/** Reads every reminder that the records key opens. */
export function readReminders({ ledger, sealer }: SealedReminders): StoredReminder[] {
  return readReminderBoxes(ledger).flatMap(({ purchaseId, box }) => {
    try {
      return [{ purchaseId, ...sealed.parse(JSON.parse(sealer.unseal(box, purposeOf(purchaseId)))) }]
    } catch {
      return []
    }
  })
}

/** Seals and stores a reminder. Throws SealError while the records key is missing. */
export function writeReminder(
  { ledger, sealer }: SealedReminders<WritableDb>,
  { purchaseId, ...reminder }: StoredReminder,
): void {
  writeReminderBox(ledger, purchaseId, sealer.seal(JSON.stringify(sealed.parse(reminder)), purposeOf(purchaseId)))
}
