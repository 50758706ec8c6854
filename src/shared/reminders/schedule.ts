import type { Period } from '../periods.ts'

/** After how many days a reminder can return. */
export const dayCounts = [7, 14, 28, 30] as const
/** How many days before the last one a reminder can come. */
export const daysBeforeEnd = [1, 3, 7] as const

/** When a reminder returns: after so many days, on the same day of each month, or once before the last day on which something works. */
export type Schedule =
  | { readonly kind: 'days'; readonly days: (typeof dayCounts)[number] }
  | { readonly kind: 'month' }
  | { readonly kind: 'end'; readonly lastDay: Period; readonly daysBefore: (typeof daysBeforeEnd)[number] }
