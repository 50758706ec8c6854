import { z } from 'zod'
import { isDay } from '../periods.ts'
import { recentPurchaseView } from '../purchases/views.ts'
import { daysBeforeEnd, MOST_DAYS } from './schedule.ts'

/** A day of this century's calendar, as in ISO 8601. */
export const dayView = z.string().refine(isDay)

export const scheduleView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), days: z.int().min(1).max(MOST_DAYS) }),
  z.object({ kind: z.literal('month') }),
  z.object({ kind: z.literal('end'), lastDay: dayView, daysBefore: z.literal(daysBeforeEnd) }),
])

/** A reminder to buy something again. */
export const reminderView = z.object({
  /** What to buy again, and for whom: the purchase that the reminder was set for. */
  purchase: recentPurchaseView,
  /** The last purchase of the same, from which a checkout is filled. */
  lastId: z.uuid(),
  schedule: scheduleView,
  /** The earliest date that is not handled. It is due from this day on. */
  dueOn: dayView,
  /** Whether the catalog does not have the product any more. */
  gone: z.boolean(),
})
export type ReminderView = z.output<typeof reminderView>

/** What can be set for a purchase. */
export const reminderChoiceView = z.object({
  /** The reminder for the same product and recipient; null if there is none. */
  reminder: reminderView.nullable(),
  /** The day of the last purchase of the same, from which dates are counted; null if nobody is reminded of it: it was sold at the counter. */
  start: dayView.nullable(),
})
