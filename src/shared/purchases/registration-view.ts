import { z } from 'zod'
import { errorCodes } from '../errors.ts'

/** The report of a payment to the service, and its last answer. */
export const registrationView = z.object({
  state: z.enum(['none', 'prepared', 'registered', 'rejected']),
  unclear: z.boolean(),
  attempts: z.int(),
  transactionId: z.string().nullable(),
  recordId: z.int().nullable(),
  /** What the newest report calls the network: its key or its number; null before there is one. */
  chain: z.string().nullable(),
  lastError: z.enum(errorCodes).nullable(),
  /** The HTTP status that the service answered the last attempt with; null where it did not answer. */
  lastStatus: z.int().nullable(),
  /** What the service said with it, in one plain line; null where it said nothing. */
  lastMessage: z.string().max(300).nullable(),
  /** Its error code and what it said of single fields, each in one plain line. */
  lastCode: z.string().max(300).nullable(),
  lastFields: z.array(z.object({ name: z.string(), problem: z.string() })),
  /** Whether the service calls it a duplicate again and again, though its list lacks the payment. */
  keyRefused: z.boolean(),
})
