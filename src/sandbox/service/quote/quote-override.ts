import { z } from 'zod'

/** How the next quotes are changed, as by a dishonest or broken service. */
export const quoteOverrideSchema = z.object({
  times: z.int().min(1).max(10_000).default(1),
  /** Merged into the quote; null removes a member. */
  quote: z.record(z.string(), z.unknown()).default({}),
  /** Merged into the transactionRequest; null removes a member. */
  transactionRequest: z.record(z.string(), z.unknown()).default({}),
  /** Replaces the whole call: an approval, unlimited or exact, or a transfer to another address or of another amount. */
  call: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('approve'), spender: z.string(), units: z.string().regex(/^\d+$/).optional() }),
      z.object({ kind: z.literal('transfer'), to: z.string().optional(), units: z.string().regex(/^\d+$/).optional() }),
    ])
    .optional(),
})

export type QuoteOverride = z.output<typeof quoteOverrideSchema>

/** Returns `target` with the members of `changes`; null removes a member. */
export function merge(target: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries({ ...target, ...changes }).filter(([, value]) => value !== null))
}
