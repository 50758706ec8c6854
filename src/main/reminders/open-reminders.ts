import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { dayAt, type Period } from '../../shared/periods.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import {
  afterSkip,
  beforeSkip,
  beginCourse,
  courseOn,
  isAhead,
  isNews,
  nextDue,
  type Course,
} from '../../shared/reminders/course.ts'
import { isSameSchedule, type Schedule } from '../../shared/reminders/schedule.ts'
import type { WritableDb } from '../db/connections.ts'
import { withRecordsKey } from '../db/with-records-key.ts'
import type { Alike } from '../purchases/list-alike.ts'
import { recipientKey } from '../purchases/recipient-of.ts'
import { removeReminderBox } from './reminders-repository.ts'
import { readReminders, writeReminder, type SealedReminders, type StoredReminder } from './sealed-reminder.ts'

export interface RemindersOptions extends SealedReminders<WritableDb> {
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly purchases: { alike(ids: readonly string[]): ReadonlyMap<string, Alike> }
}

/** A reminder with its earliest date that is not handled. */
export interface Reminder {
  readonly purchase: PurchaseRowView
  /** The last purchase of the same. */
  readonly lastId: string
  readonly schedule: Schedule
  readonly dueOn: Period
}

/** The reminders to buy again. A purchase of the same handles what is due by being there, so nothing has to be marked. */
export interface Reminders {
  /** Lists them, the next one first, without those that ended. */
  list(): Reminder[]
  /** Returns the reminder for the product and recipient of a purchase, and the day of the last one; null for what there is not. */
  of(purchaseId: string): { readonly reminder: Reminder | null; readonly start: Period | null }
  /** Sets the reminder of a purchase, once for its product and recipient. Throws AppError `locked` or `not-allowed`. */
  set(input: RequestArgument<'reminders.set'>): void
  /** Skips what is due, if `dueOn` still is its earliest date. Throws AppError `not-found`. */
  skip(input: RequestArgument<'reminders.skip'>): void
  /** Makes due again what was skipped last, if `dueOn` was its earliest date. Throws AppError `not-found`. */
  unskip(input: RequestArgument<'reminders.unskip'>): void
  /** Throws AppError `not-found`. */
  stop(purchaseId: string): void
  /** Returns the purchases of which a date fell due since the last call, even before a restart. */
  takeNews(): PurchaseRowView[]
}

interface Found {
  readonly stored: StoredReminder
  readonly alike: Alike
  /** With all purchases so far. */
  readonly course: Course
}

/** Opens the reminders of the ledger. */
export function openReminders(options: RemindersOptions): Reminders {
  const { ledger, now, purchases } = options
  const today = (): Period => dayAt(now())

  function all(): Found[] {
    const reminders = readReminders(options)
    const alikes = purchases.alike(reminders.map(({ purchaseId }) => purchaseId))
    return reminders.flatMap((stored) => {
      const alike = alikes.get(stored.purchaseId)
      return alike ? [{ stored, alike, course: courseOf(stored, alike, today()) }] : []
    })
  }
  const alikeOf = (purchaseId: string): Alike | null => purchases.alike([purchaseId]).get(purchaseId) ?? null

  function find(purchaseId: string): Found {
    const found = all().find(({ stored }) => stored.purchaseId === purchaseId)
    if (found === undefined) throw gone()
    return found
  }

  const findAlike = (bought: PurchaseRowView): Found | undefined =>
    all().find(({ alike: { purchase } }) => isSameOrder(purchase, bought))

  return {
    list: () =>
      all()
        .flatMap((found) => toReminder(found) ?? [])
        .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn)),
    of(purchaseId) {
      const alike = alikeOf(purchaseId)
      const found = alike && findAlike(alike.purchase)
      return { reminder: found ? toReminder(found) : null, start: alike && dayAt(lastBought(alike, now())) }
    },
    set({ purchaseId, schedule }) {
      const alike = alikeOf(purchaseId)
      if (alike === null) throw new AppError('not-allowed', 'Nobody is reminded of this purchase')
      const known = findAlike(alike.purchase)
      // Nothing that was skipped or counted is lost by saving it again.
      if (known && toReminder(known) !== null && isSameSchedule(known.course.schedule, schedule)) return
      const countedTo = lastBought(alike, now())
      const course = beginCourse(schedule, dayAt(countedTo), today())
      const counted = { countedTo, countedAhead: listAhead(alike, today()) }
      const kept = known?.stored.purchaseId ?? purchaseId
      withRecordsKey(() => writeReminder(options, { purchaseId: kept, ...course, ...counted, notifiedTo: null }))
    },
    skip({ purchaseId, dueOn }) {
      const found = find(purchaseId)
      if (nextDue(found.course) === dueOn) move(options, found, afterSkip(found.course, today()))
    },
    unskip({ purchaseId, dueOn }) {
      const found = find(purchaseId)
      if (found.course.skippedDue === dueOn) move(options, found, beforeSkip(found.course, dueOn))
    },
    stop(purchaseId) {
      if (!removeReminderBox(ledger, purchaseId)) throw gone()
    },
    takeNews() {
      const fresh = all().filter(({ stored, course }) => isNews(course, stored.notifiedTo, today()))
      // Noted first: of a notification that a crash swallowed, the list still tells.
      for (const { stored } of fresh) writeReminder(options, { ...stored, notifiedTo: today() })
      return fresh.map(({ alike }) => alike.purchase)
    },
  }
}

/** Stores how far a reminder is now; one that stays as it is is not written. */
function move(options: RemindersOptions, { stored, alike, course }: Found, moved: Course): void {
  if (moved === course) return
  const countedAhead = listAhead(alike, dayAt(options.now()))
  withRecordsKey(() => writeReminder(options, { ...stored, ...moved, countedAhead }))
}

function courseOf(stored: StoredReminder, { bought }: Alike, today: Period): Course {
  const since = bought.filter(({ id, at }) => at > stored.countedTo && !stored.countedAhead.includes(id))
  return courseOn(
    today,
    stored,
    since.map(({ at, validDays }) => ({ day: dayAt(at), validDays })),
  )
}

/** Lists the purchases that only a clock that was ahead can have dated. */
function listAhead({ bought }: Alike, today: Period): string[] {
  return bought.filter(({ at }) => isAhead(dayAt(at), today)).map(({ id }) => id)
}

/** Returns it as it is shown; null if no further date follows. */
function toReminder({ alike: { purchase, bought }, course }: Found): Reminder | null {
  const dueOn = nextDue(course)
  const lastId = bought.at(-1)?.id ?? purchase.id
  return dueOn === null ? null : { purchase, lastId, schedule: course.schedule, dueOn }
}

/** Returns when the last one was bought (epoch ms), or now if the clock was ahead then. */
function lastBought({ purchase, bought }: Alike, now: number): number {
  return bought.findLast(({ at }) => at <= now)?.at ?? Math.min(now, Date.parse(purchase.createdAt))
}

function gone(): AppError {
  return new AppError('not-found', 'There is no such reminder')
}

/** Returns whether two purchases are of the same product for the same recipient, however a service writes the number. */
function isSameOrder(one: PurchaseRowView, other: PurchaseRowView): boolean {
  const keyOf = ({ reference }: PurchaseRowView): string => recipientKey(reference, other.country)
  return one.sku === other.sku && keyOf(one) === keyOf(other)
}
