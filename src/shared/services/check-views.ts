import { z } from 'zod'
import { checkParts, checkSayings, checkVerdicts } from './check-parts.ts'
import { profileSchema } from './profile.ts'

/** One thing that was found out about a service. */
export const checkRowView = z.object({
  part: z.enum(checkParts),
  verdict: z.enum(checkVerdicts),
  said: z.enum(checkSayings),
  /** What its words name. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** The settings of a profile that a check finds out. */
export const foundSettings = profileSchema.pick({
  quoteDialect: true,
  digitalAsset: true,
  intentChain: true,
  listParameters: true,
  countryParameters: true,
  pageSize: true,
  requestsPerHour: true,
})

/** What a check of a service came to. */
export const checkView = z.object({
  /** Whether everything that a purchase needs fits. */
  ok: z.boolean(),
  /** Requests that were sent. */
  requests: z.int(),
  rows: z.array(checkRowView),
  /** Null where no service answers. */
  found: foundSettings.nullable(),
})

export type CheckRowView = z.output<typeof checkRowView>
export type FoundSettings = z.output<typeof foundSettings>
export type CheckView = z.output<typeof checkView>
