import type { FieldKind, Fields } from './interface-fields.ts'

/** The differences between items and the interface: fields that at least one item omits, or gives another kind of value. */
export interface Differences {
  readonly missing: readonly string[]
  readonly other: readonly string[]
}

/** Compares an answer's items with the interface's fields; skips items that are not objects. */
export function compareFields(items: readonly unknown[], fields: Fields): Differences {
  const records = items.filter(isRecord)
  const names = Object.entries(fields)
  const isMissing = ([name, kind]: [string, FieldKind]): boolean =>
    !kind.endsWith('?') && records.some((item) => !hasValue(item[name]))
  const isOther = ([name, kind]: [string, FieldKind]): boolean =>
    records.some((item) => hasValue(item[name]) && !isOfKind(item[name], kind))
  return {
    missing: names.filter(isMissing).map(([name]) => name),
    other: names.filter(isOther).map(([name]) => name),
  }
}

/** Returns whether a JSON value is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null
}

function isOfKind(value: unknown, given: FieldKind): boolean {
  const kind = given.replace('?', '')
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'list') return Array.isArray(value)
  if (kind === 'object') return isRecord(value)
  if (kind === 'integer') return Number.isInteger(value)
  return typeof value === kind
}
