import { z } from 'zod'
import { quoteProblems } from './checkout/quote-problems.ts'
import { errorReasons, payingStops } from './error-reasons.ts'
import { errorCodes } from './errors.ts'

const plainValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
const coded = z.object({
  reason: z.enum(Object.values(errorReasons).flat()).nullish(),
  problem: z.enum(quoteProblems).nullish(),
  cause: z.enum(payingStops).nullish(),
})

/** An error without its message. */
export const errorView = z.object({ code: z.enum(errorCodes), details: plainValues.and(coded).optional() })
