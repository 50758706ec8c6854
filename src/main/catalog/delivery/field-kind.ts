import type { FieldView } from '../../../shared/catalog/variant-views.ts'
import type { FieldSpec } from '../../service/operations/read-variant.ts'

export type FieldKind = FieldView['kind']

const hints: readonly [FieldKind, RegExp][] = [
  ['email', /e-?mail|\bcorreo\b/i],
  ['phone', /phone|mobile|msisdn|cell|\btel\b|telephone|tel[eé]fono|m[oó]vil|whats ?app/i],
  ['date', /\bdate\b|birth|\bdob\b|\bfecha\b/i],
  ['number', /^(?:number|integer|int|decimal|float|numeric)$/i],
]

/** Returns the input kind of a field: by its value type, else its name, else its regex. */
export function fieldKind({ name, valueType, regex }: FieldSpec): FieldKind {
  // Splits `delivery.date`, `phoneNumber` and `birth_date` into words.
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._-]+/g, ' ')
  const typed = hints.find(([, pattern]) => pattern.test(valueType))
  const named = hints.find(([kind, pattern]) => kind !== 'number' && pattern.test(words))
  if (typed !== undefined && typed[0] !== 'number') return typed[0]
  if (named !== undefined) return named[0]
  if (typed !== undefined) return typed[0]
  if (regex.includes('@')) return 'email'
  return /^\^?\(?\\\+/.test(regex) ? 'phone' : 'text'
}

/** Returns the renderer's view of a field, without its regex, which only the main process runs. */
export function toFieldView(spec: FieldSpec): FieldView {
  return { name: spec.name, kind: fieldKind(spec), required: true }
}
