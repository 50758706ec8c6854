import { z } from 'zod'
import { dayPattern, isDay } from '../periods.ts'
import { exportFormats } from '../sales/export.ts'
import type { Requests } from '../contract-entry.ts'

const day = z.string().regex(dayPattern).refine(isDay)

/** The requests about what the user bought and sent, as a whole. */
export const bookkeepingRequests = {
  /**
   * Saves the purchases and transfers of a span of days, or all; null if the user cancels. Recipients are masked, unless the wallet's
   * password is given. Throws AppError `wrong-password`.
   */
  'bookkeeping.export': {
    input: z.object({
      of: z
        .object({ first: day, last: day })
        .refine(({ first, last }) => first <= last)
        .nullable(),
      format: z.enum(exportFormats),
      password: z.string().min(1).max(1000).nullable(),
    }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
} as const satisfies Requests
