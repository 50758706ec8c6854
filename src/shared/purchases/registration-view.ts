import { z } from 'zod'
import { errorCodes } from '../errors.ts'

/** The report of a payment to the service, and its last answer. */
export const registrationView = z.object({
  state: z.enum(['none', 'prepared', 'registered', 'rejected']),
  unclear: z.boolean(),
  attempts: z.int(),
  transactionId: z.string().nullable(),
  recordId: z.int().nullable(),
  /** The network's name in the newest report: its key or its number; null before the first report. */
  chain: z.string().nullable(),
  lastError: z.enum(errorCodes).nullable(),
  /** The HTTP status of the service's last answer; null if it did not answer. */
  lastStatus: z.int().nullable(),
  /** The service's message with it, as one plain line; null if there was none. */
  lastMessage: z.string().max(300).nullable(),
  /** The service's error code and its messages about single fields, each as one plain line. */
  lastCode: z.string().max(300).nullable(),
  lastFields: z.array(z.object({ name: z.string(), problem: z.string() })),
  /** Whether the service keeps calling it a duplicate, although its list lacks the payment. */
  keyRefused: z.boolean(),
})
