import type { FieldView } from '../../../shared/catalog/variant-views.ts'
import type { FieldSpec } from '../../service/operations/read-variant.ts'

export type FieldKind = FieldView['kind']

const hints: readonly [FieldKind, RegExp][] = [
  ['email', /e-?mail|\bcorreo\b/i],
  ['phone', /phone|mobile|msisdn|cell|\btel\b|telephone|tel[eé]fono|m[oó]vil|whats ?app/i],
  ['date', /\bdate\b|birth|\bdob\b|\bfecha\b/i],
  ['number', /^(?:number|integer|int|decimal|float|numeric)$/i],
]

/** How a field is best typed: by its value type, else its name, else what its regex looks for. */
export function fieldKind({ name, valueType, regex }: FieldSpec): FieldKind {
  // `delivery.date`, `phoneNumber` and `birth_date` are read as words.
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[._-]+/g, ' ')
  const typed = hints.find(([, pattern]) => pattern.test(valueType))
  const named = hints.find(([kind, pattern]) => kind !== 'number' && pattern.test(words))
  if (typed !== undefined && typed[0] !== 'number') return typed[0]
  if (named !== undefined) return named[0]
  if (typed !== undefined) return typed[0]
  if (regex.includes('@')) return 'email'
  return /^\^?\(?\\\+/.test(regex) ? 'phone' : 'text'
}

/** What a renderer may see of a field: never its regex, which main alone runs. */
export function toFieldView(spec: FieldSpec): FieldView {
  return { name: spec.name, kind: fieldKind(spec), required: true }
}
