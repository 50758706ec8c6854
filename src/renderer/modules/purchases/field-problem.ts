import type { PurchaseView } from '../../../shared/purchases/views.ts'

type Said = Pick<PurchaseView['registration'], 'lastFields'>

/**
 * Returns what the service said of a field of the form when it refused the last report: a required field by its name, the reference by
 * null. Services name a field by itself or below where the report has it. Null where it said nothing of it.
 */
export function problemOfField({ lastFields }: Said, field: string | null): string | null {
  return lastFields.find(({ name }) => namesField(name, field))?.problem || null
}

/** Returns what the service said of other fields than the reference and those of the form. */
export function problemsElsewhere({ lastFields }: Said, form: readonly string[]): Said['lastFields'] {
  const inForm = [null, ...form]
  return lastFields.filter(({ name, problem }) => problem !== '' && !inForm.some((field) => namesField(name, field)))
}

function namesField(name: string, field: string | null): boolean {
  const names = field === null ? ['reference'] : [field, `requiredFields.${field}`, `fields.${field}`]
  return names.map(plain).includes(plain(name))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, '')
}
