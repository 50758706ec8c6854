import { z } from 'zod'
import { dayPattern, isDay, isMonth, isPeriod, periodPattern } from '../periods.ts'
import { exportFormats } from '../sales/export.ts'
import { tableForm } from '../scalars.ts'
import type { Requests } from '../contract-entry.ts'
import { spendingView } from './views.ts'

const month = z
  .string()
  .regex(periodPattern)
  .refine((text) => isMonth(text) && isPeriod(text))
const day = z.string().regex(dayPattern).refine(isDay)

/** The requests about what the user bought and sent, as a whole. */
export const bookkeepingRequests = {
  /** Adds up what was bought in a month: by coin, brand, product type and person. Throws AppError `locked` while the records key is missing. */
  'bookkeeping.month': { input: z.object({ month }), output: spendingView, permission: 'manager' },
  /**
   * Saves the purchases and transfers of a span of days, or all, what cost network fees besides, and coins that bought
   * nothing; null if the user cancels. Recipients are masked, unless the wallet's password is given. Throws AppError `wrong-password`, or
   * `locked` without a password while there is a wallet and it is locked, or while the records key is missing.
   */
  'bookkeeping.export': {
    input: z.object({
      of: z
        .object({ first: day, last: day })
        .refine(({ first, last }) => first <= last)
        .nullable(),
      format: z.enum(exportFormats),
      table: tableForm,
      password: z.string().min(1).max(1000).nullable(),
    }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
} as const satisfies Requests
