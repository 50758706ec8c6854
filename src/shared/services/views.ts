import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { time } from '../views.ts'

export const budgetView = z.object({
  limit: z.int(),
  used: z.int(),
  left: z.int(),
  /** When the next request becomes free again; null while none is used. */
  refillsAt: time.nullable(),
  /** Asked to wait by the service until then. */
  waitingUntil: time.nullable(),
})

export const connectionView = z.object({
  /** Seen from the last real request to the service; unknown before the first. */
  service: z.enum(['unknown', 'online', 'offline', 'refused', 'waiting', 'trouble']),
  since: time.nullable(),
  error: z.enum(errorCodes).nullable(),
})

export type BudgetView = z.output<typeof budgetView>
export type ConnectionView = z.output<typeof connectionView>
