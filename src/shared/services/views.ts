import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { time } from '../scalars.ts'

export const budgetView = z.object({
  limit: z.int(),
  used: z.int(),
  left: z.int(),
  /** When the next request becomes free again; null if none is used. */
  refillsAt: time.nullable(),
  /** The end of the wait that the service asked for. */
  waitingUntil: time.nullable(),
})

export const connectionView = z.object({
  /** The result of the last real request to the service; unknown before the first. */
  service: z.enum(['unknown', 'online', 'offline', 'refused', 'waiting', 'trouble']),
  since: time.nullable(),
  error: z.enum(errorCodes).nullable(),
})

export const profileView = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  integrator: z.string(),
  hasToken: z.boolean(),
  /** Whether the service answered the token with 401; Till does not use it until it is edited. */
  tokenRefused: z.boolean(),
  quoteDialect: z.enum(['v1', 'alternate']),
  requestsPerHour: z.int(),
  quoteMaxAgeSeconds: z.int(),
  faucet: z.boolean(),
  playMoney: z.boolean(),
})

/** A service that a start named, and that waits for the wallet's password. */
export const waitingServiceView = profileView.pick({ name: true, baseUrl: true, integrator: true })

export type WaitingServiceView = z.output<typeof waitingServiceView>
export type BudgetView = z.output<typeof budgetView>
export type ConnectionView = z.output<typeof connectionView>
export type ProfileView = z.output<typeof profileView>
