import { z } from 'zod'
import { errorReasons } from './error-reasons.ts'
import { errorCodes } from './errors.ts'

const plainValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
const reasoned = z.object({ reason: z.enum(Object.values(errorReasons).flat()).nullish() })

/** An error without its message. */
export const errorView = z.object({ code: z.enum(errorCodes), details: plainValues.and(reasoned).optional() })
