import type { PurchaseView } from '../../../shared/views.ts'

/**
 * Returns what the service said of a field of the form when it refused the last report: a required field by its name, the reference by
 * null. Services name a field by itself or below where the report has it. Null where it said nothing of it.
 */
export function saidOfField(
  { lastFields }: Pick<PurchaseView['registration'], 'lastFields'>,
  field: string | null,
): string | null {
  const names = field === null ? ['reference'] : [field, `requiredFields.${field}`, `fields.${field}`]
  const wanted = names.map(plain)
  return lastFields.find(({ name }) => wanted.includes(plain(name)))?.problem || null
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}.]/gu, '')
}
