import { z } from 'zod'
import { checkParts, checkMessages, checkVerdicts } from './check-parts.ts'
import { profileSchema } from './profile.ts'

/** One finding about a service. */
const checkRowView = z.object({
  part: z.enum(checkParts),
  verdict: z.enum(checkVerdicts),
  message: z.enum(checkMessages),
  /** The values in its message. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** The profile settings that a check determines. */
const foundSettings = profileSchema.pick({
  quoteDialect: true,
  digitalAsset: true,
  intentChain: true,
  listParameters: true,
  countryParameters: true,
  pageSize: true,
  requestsPerHour: true,
})

/** The result of a service check. */
export const checkView = z.object({
  /** Whether everything that a purchase needs fits. */
  ok: z.boolean(),
  /** The number of requests sent. */
  requests: z.int(),
  rows: z.array(checkRowView),
  /** Null if no service answers. */
  found: foundSettings.nullable(),
})

export type CheckRowView = z.output<typeof checkRowView>
export type FoundSettings = z.output<typeof foundSettings>
export type CheckView = z.output<typeof checkView>
