import { z } from 'zod'

/** How a dishonest or broken service answers the next quotes. */
export const quoteOverrideSchema = z.object({
  times: z.int().min(1).max(10_000).default(1),
  /** Merged into the quote; null takes a member out. */
  quote: z.record(z.string(), z.unknown()).default({}),
  /** Merged into the transactionRequest; null takes a member out. */
  transactionRequest: z.record(z.string(), z.unknown()).default({}),
  /** Replaces the call as a whole: an approval without limit, of the exact amount, or a transfer elsewhere or of another amount. */
  call: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('approve'), spender: z.string(), units: z.string().regex(/^\d+$/).optional() }),
      z.object({ kind: z.literal('transfer'), to: z.string().optional(), units: z.string().regex(/^\d+$/).optional() }),
    ])
    .optional(),
})

export type QuoteOverride = z.output<typeof quoteOverrideSchema>

/** `target` with the members of `changes`; null takes a member out. */
export function merge(target: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries({ ...target, ...changes }).filter(([, value]) => value !== null))
}
