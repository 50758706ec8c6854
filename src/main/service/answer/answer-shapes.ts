import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { isDecimal } from '../../../shared/money.ts'
import { jsonOf, type Answer } from './answer.ts'

// The service's data is read loosely: an absent or odd optional field becomes a neutral value, unknown fields are dropped.

const anything = z.unknown().optional()

/** A text; numbers and booleans are read as text, anything else as ''. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
export const text = anything.transform(textOf)

/** A text that must be there. */
export const requiredText = text.pipe(z.string().min(1))

/** A safe integer given as a number or as digits, else null. */
export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}
export const integer = anything.transform(integerOf)

/** A safe integer that must be there. */
export const requiredInteger = integer.pipe(z.int())

/** Whether a value says yes; some services write a boolean as text, in letters of their own. */
export const booleanOf = (value: unknown): boolean => ['true', '1'].includes(textOf(value).trim().toLowerCase())
export const boolean = anything.transform(booleanOf)

/** A boolean that is true unless it is said to be false: who leaves it out denies nothing. */
export const trueByDefault = anything.transform((value) => (value ?? '') === '' || booleanOf(value))

/** More than any coin has; twice as many can still be multiplied and compared. */
const MOST_DECIMALS = 36

/** A decimal amount given as text, or as a number that prints as one; anything else, and more decimals than any coin has, is null. */
export function decimalOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const amount = String(value).trim()
  return isDecimal(amount) && (amount.split('.')[1]?.length ?? 0) <= MOST_DECIMALS ? amount : null
}
export const decimal = anything.transform(decimalOf)

/** A decimal amount that must be there. */
export const requiredDecimal = decimal.pipe(z.string())

/** The texts of a list; whatever is no text is left out. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : []
}
export const texts = anything.transform(textsOf)

/** An object kept as it came, {} where there is none. */
export const record = anything.transform((value) => {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value)
  return parsed.success ? parsed.data : {}
})

/** A list that its service calls a success, or does not call anything. */
export const listEnvelope = z
  .object({ success: anything, data: z.array(z.unknown()) })
  .refine(({ success }) => !['false', '0'].includes(textOf(success).trim().toLowerCase()))

/** What of a list could be read, and how many items could not. */
export interface ReadList<T> {
  readonly items: readonly T[]
  readonly skipped: number
}

/** Reads a list item by item, so that one bad item never costs the others. */
export function readList<S extends z.ZodType>(value: unknown, shape: S): ReadList<z.output<S>> {
  const all = Array.isArray(value) ? value : []
  const items: z.output<S>[] = []
  for (const item of all) {
    const parsed = shape.safeParse(item)
    if (parsed.success) items.push(parsed.data)
  }
  return { items, skipped: all.length - items.length }
}

/** The answer's JSON in `shape`; throws `service-malformed`. */
export function readAnswer<S extends z.ZodType>(answer: Answer, shape: S): z.output<S> {
  const parsed = shape.safeParse(jsonOf(answer))
  if (parsed.success) return parsed.data
  throw new AppError('service-malformed', 'The service’s answer has another shape than agreed', { cause: parsed.error })
}
