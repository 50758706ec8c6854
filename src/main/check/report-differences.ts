import type { CheckPart } from '../../shared/services/check-parts.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { compareFields } from './compare-fields.ts'
import type { Fields } from './interface-fields.ts'
import type { Inquiry } from './inquiry.ts'

/** Reports the fields that an answer's items omit or write differently than the interface, and the number of unreadable items. */
export function reportDifferences(
  inquiry: Inquiry,
  part: CheckPart,
  items: readonly unknown[],
  fields: Fields,
  readable: number,
): void {
  const { missing, other } = compareFields(items, fields)
  // An unreadable item may lack exactly that field.
  const message = readable < items.length ? 'fields.missing-some' : 'fields.missing'
  if (missing.length > 0) inquiry.report(part, 'differs', message, { fields: missing.join(', ') })
  if (other.length > 0) inquiry.report(part, 'differs', 'fields.other', { fields: other.join(', ') })
  if (readable < items.length)
    inquiry.report(part, 'differs', 'fields.skipped', { count: items.length - readable, total: items.length })
}

const NAMES_SHOWN = 6

/** Returns a few names as one text, without characters that would change how it reads. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(cleanName)
  return names.length > NAMES_SHOWN ? `${shown.join(', ')}, …` : shown.join(', ')
}
