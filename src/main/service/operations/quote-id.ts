import { z } from 'zod'

const LONGEST = 255
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A quote's id exactly as the service wrote it: opaque text, sent back unchanged. */
export const quoteIdSchema = z
  .object({ text: z.string().min(1).max(LONGEST), isNumber: z.boolean() })
  .refine(({ text, isNumber }) => !isNumber || number.test(text))
export type QuoteId = z.output<typeof quoteIdSchema>

/** Returns the id for a whole number. */
export function numberedId(id: number | bigint): QuoteId {
  return { text: String(id), isNumber: true }
}

/** Reads a quote's id from its JSON text, a number with all its digits; null if there is none. */
export function readQuoteId(json: string): QuoteId | null {
  const written = new WeakMap<object, string>()
  const quote: unknown = JSON.parse(json, function (this: object, key, value: unknown, context?: { source?: string }) {
    if (key === 'id' && typeof value === 'number') written.set(this, context?.source ?? String(value))
    return value
  })
  if (typeof quote !== 'object' || quote === null || !('id' in quote)) return null
  const { id } = quote
  const isNumber = typeof id === 'number'
  const parsed = quoteIdSchema.safeParse({ text: isNumber ? written.get(quote) : id, isNumber })
  return parsed.success ? parsed.data : null
}

/** Returns the JSON of an id: a number stays a number and keeps its digits, text stays text. */
export function quoteIdLiteral({ text, isNumber }: QuoteId): string {
  if (!isNumber) return JSON.stringify(text)
  if (!number.test(text)) throw new RangeError('Not a number')
  return text
}
