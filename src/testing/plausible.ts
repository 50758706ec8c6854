import { z } from 'zod'

/** Any part of a value, at any depth; lists are complete, but each item may be a part. */
export type PartOf<T> = T extends readonly (infer Item)[]
  ? readonly PartOf<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: PartOf<T[Key]> | undefined }
    : T

/** Candidates for text fields whose schema rejects plain text. */
const texts = [
  'MX',
  'MXN',
  '1',
  '2026-11-22T12:00:00.000Z',
  '0b6c1f5e-6a53-4c0f-9a10-000000000000',
  '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  `0x${'7c2e9a41'.repeat(8)}`,
  `71001:0x${'7c2e9a41'.repeat(8)}`,
  '/image/picture',
  'https://shop.example',
  'name',
  '4711',
  '2026-11',
  '2026-11-22',
]
const known = new WeakMap<z.core.$ZodType, unknown>()

/**
 * Returns a value that fits `schema`, always the same: `given` over `standard`, and the simplest value (null, zero, no items) for all else.
 * Throws with the path where `given` does not fit.
 */
export function plausible<S extends z.ZodType>(
  schema: S,
  given?: PartOf<z.output<S>>,
  standard?: unknown,
): z.output<S> {
  const parsed = schema.safeParse(fill(schema, given, standard, []))
  if (!parsed.success) throw new TypeError(z.prettifyError(parsed.error))
  return parsed.data
}

function fill(schema: z.core.$ZodType, given: unknown, standard: unknown, path: readonly string[]): unknown {
  if (schema instanceof z.ZodNullable)
    return given === null || (given ?? standard ?? null) === null ? null : fill(schema.unwrap(), given, standard, path)
  if (schema instanceof z.ZodOptional)
    return (given ?? standard) === undefined ? undefined : fill(schema.unwrap(), given, standard, path)
  if (schema instanceof z.ZodObject) return filledObject(schema, given, standard, path)
  if (schema instanceof z.ZodArray)
    return Array.isArray(given)
      ? given.map((item, index) => fill(schema.element, item, undefined, [...path, String(index)]))
      : (given ?? standard ?? [])
  if (schema instanceof z.ZodRecord) return given ?? standard ?? emptyRecord(schema)
  if (schema instanceof z.ZodUnion) return filledOption(schema, given, standard, path)
  return given ?? standard ?? leaf(schema, path.at(-1) ?? 'text')
}

function filledObject(schema: z.ZodObject, given: unknown, standard: unknown, path: readonly string[]): unknown {
  if (given !== undefined && !isObject(given)) return given
  const unknown = Object.keys(given ?? {}).find((key) => !Object.hasOwn(schema.shape, key))
  // A complete value with extra fields is stripped of them. In a partial value an extra field is a mistake.
  if (unknown !== undefined && !schema.safeParse(given).success)
    throw new TypeError(`Not in the contract: ${[...path, unknown].join('.')}`)
  const base = isObject(standard) ? standard : {}
  const filled = Object.entries(schema.shape).map(([key, part]) => [
    key,
    fill(part, given?.[key], base[key], [...path, key]),
  ])
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}

/** Fills in the first option that `given` fits. */
function filledOption(schema: z.ZodUnion, given: unknown, standard: unknown, path: readonly string[]): unknown {
  let failure: unknown
  for (const option of schema.options) {
    try {
      const filled = fill(option, given, standard, path)
      if (z.safeParse(option, filled).success) return filled
    } catch (thrown) {
      failure = thrown
    }
  }
  if (failure instanceof Error) throw failure
  return given
}

function emptyRecord({ keyType, valueType }: z.ZodRecord): unknown {
  const keys = keyType instanceof z.ZodEnum ? keyType.options : []
  return Object.fromEntries(keys.map((key) => [key, leaf(valueType, String(key))]))
}

function leaf(schema: z.core.$ZodType, key: string): unknown {
  const unsaid = z.safeParse(schema, undefined)
  if (unsaid.success) return unsaid.data
  if (z.safeParse(schema, key).success && z.safeParse(schema, 'a plain text').success) return key
  if (!known.has(schema)) {
    const first =
      schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodLiteral ? [...schema.values] : []
    const value = [false, 0, 1, ...first, ...texts].find((one) => z.safeParse(schema, one).success)
    if (value === undefined) throw new TypeError(`Nothing plausible is known for ${key}`)
    known.set(schema, value)
  }
  return known.get(schema)
}

/** Returns whether `value` is an object with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
