import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { isDecimal } from '../../../shared/money.ts'
import { jsonOf, type Answer } from './answer.ts'

// The service's data is parsed leniently: a missing or malformed optional field becomes a neutral value, and unknown fields are dropped.

const anything = z.unknown().optional()

/** Returns a text; numbers and booleans are converted, anything else is ''. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
export const text = anything.transform(textOf)

export const requiredText = text.pipe(z.string().min(1))

/** Returns a safe integer given as a number or as digits, else null. */
export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : null
}
export const integer = anything.transform(integerOf)

export const requiredInteger = integer.pipe(z.int())

/** Returns whether a value means true; some services send booleans as text, in any case. */
export const booleanOf = (value: unknown): boolean => ['true', '1'].includes(textOf(value).trim().toLowerCase())
export const boolean = anything.transform(booleanOf)

/** A boolean that is true unless the service says false: a missing field denies nothing. */
export const trueByDefault = anything.transform((value) => (value ?? '') === '' || booleanOf(value))

/** More than any coin has; twice as many can still be multiplied and compared. */
const MAX_DECIMALS = 36

/** Returns a decimal amount given as text or as a number that prints as one, else null. More decimals than any coin has are null too. */
export function decimalOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const amount = String(value).trim()
  return isDecimal(amount) && (amount.split('.')[1]?.length ?? 0) <= MAX_DECIMALS ? amount : null
}
export const decimal = anything.transform(decimalOf)

export const requiredDecimal = decimal.pipe(z.string())

/** Returns the texts of a list; everything else is dropped. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : []
}
export const texts = anything.transform(textsOf)

const anyRecord = z.record(z.string(), z.unknown())

/** An object as received, {} if there is none. */
export const record = anything.transform((value) => {
  const parsed = anyRecord.safeParse(value)
  return parsed.success ? parsed.data : {}
})

/** A list whose envelope says success, or says nothing about it. */
export const listEnvelope = z
  .object({ success: anything, data: z.array(z.unknown()) })
  .refine(({ success }) => !['false', '0'].includes(textOf(success).trim().toLowerCase()))

/** The readable items of a list, and the number of unreadable ones. */
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

/** Returns the answer's JSON parsed as `shape`; throws `service-malformed`. */
export function readAnswer<S extends z.ZodType>(answer: Answer, shape: S): z.output<S> {
  const parsed = shape.safeParse(jsonOf(answer))
  if (parsed.success) return parsed.data
  throw new AppError('service-malformed', 'The service’s answer has another shape than agreed', { cause: parsed.error })
}
