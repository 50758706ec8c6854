import { stepPeriod, type Period } from '../periods.ts'

/** After how many days a reminder can return; any other number up to `MOST_DAYS` can be typed. */
export const dayCounts = [7, 14, 28, 30] as const
export const MOST_DAYS = 366
/** How many days before the last one a reminder can come. */
export const daysBeforeEnd = [1, 3, 7] as const
export type DaysBefore = (typeof daysBeforeEnd)[number]

/** No product is known to last longer: more is a mistake, or means that it does not end. */
const MOST_VALID_DAYS = 3660

/** Returns for how many whole days a product can be used, from what the service states; null if it states nothing that can be. */
export function validDaysOf(durationDays: unknown): number | null {
  const days = Math.floor(Number(durationDays ?? 0))
  return days >= 1 && days <= MOST_VALID_DAYS ? days : null
}

/** When a reminder returns: after so many days, on the same day of each month, or once before the last day on which something works. */
export type Schedule =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'month' }
  | { readonly kind: 'end'; readonly lastDay: Period; readonly daysBefore: DaysBefore }

/**
 * Returns how many days before the last one a reminder that is set today can come, without those that would all fall on today; `set` is
 * one that stays possible.
 */
export function daysBeforeFrom(today: Period, lastDay: Period, set: DaysBefore | null): readonly DaysBefore[] {
  const [least, ...others] = daysBeforeEnd
  return [least, ...others.filter((days) => days === set || stepPeriod(lastDay, -days) >= today)]
}

export function isSameSchedule(one: Schedule, other: Schedule): boolean {
  return JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())
}
