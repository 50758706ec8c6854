import type { FieldSpec, Variant } from '../../catalog/model.ts'
import { invalid } from '../service-error.ts'

function fits(spec: FieldSpec, value: string): boolean {
  if (spec.regex === '') return true
  try {
    return new RegExp(spec.regex, 'u').test(value)
  } catch {
    return new RegExp(spec.regex).test(value)
  }
}

/** Refuses (400, with the fields) a reference or required fields that the product's regexes do not accept. */
export function checkDelivery(
  variant: Variant,
  reference: string,
  requiredFields: readonly { readonly key: string; readonly value: string }[],
): void {
  const problems: Record<string, string> = {}
  if (variant.referenceType && !fits(variant.referenceType, reference)) {
    problems.reference = reference === '' ? 'is missing' : `is not a valid ${variant.referenceType.name}`
  }
  for (const spec of variant.requiredFields) {
    const value = requiredFields.find(({ key }) => key === spec.name)?.value
    if (value === undefined) problems[`requiredFields.${spec.name}`] = 'is missing'
    else if (!fits(spec, value)) problems[`requiredFields.${spec.name}`] = 'is not valid'
  }
  if (Object.keys(problems).length > 0) throw invalid(problems, 'INVALID_FIELDS')
}
