import { z } from 'zod'
import { nothing, type Requests } from '../contract-entry.ts'
import { dayView, reminderChoiceView, reminderView, scheduleView } from './views.ts'

const one = z.object({ purchaseId: z.uuid() })
const all = z.array(reminderView)

/** The requests about reminders to buy again. Nothing is priced or paid by them. */
export const reminderRequests = {
  /** Lists the reminders, the next one first. */
  'reminders.list': { input: nothing, output: all, permission: 'manager' },
  /** Returns the reminder for the product and recipient of a purchase. */
  'reminders.get': { input: one, output: reminderChoiceView, permission: 'manager' },
  /**
   * Sets the reminder for the product and recipient of a purchase. Throws AppError `locked`, `not-found`, or `not-allowed` for a purchase
   * that nobody is reminded of.
   */
  'reminders.set': { input: one.extend({ schedule: scheduleView }), output: all, permission: 'manager' },
  /** Skips what is due, if `dueOn` still is its earliest date. Throws AppError `not-found`. */
  'reminders.skip': { input: one.extend({ dueOn: dayView }), output: all, permission: 'manager' },
  /** Makes due again what was skipped last, if `dueOn` was its earliest date. Throws AppError `not-found`. */
  'reminders.unskip': { input: one.extend({ dueOn: dayView }), output: all, permission: 'manager' },
  /** Removes a reminder. Throws AppError `locked` or `not-found`. */
  'reminders.stop': { input: one, output: all, permission: 'manager' },
} as const satisfies Requests
