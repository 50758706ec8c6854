import type { CheckPart } from '../../shared/services/check-parts.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { compareFields } from './compare-fields.ts'
import type { Fields } from './interface-fields.ts'
import type { Inquiry } from './inquiry.ts'

/** Says which fields an answer's items leave out or write otherwise than the interface, and how many could not be read. */
export function sayDifferences(
  inquiry: Inquiry,
  part: CheckPart,
  items: readonly unknown[],
  fields: Fields,
  readable: number,
): void {
  const { missing, other } = compareFields(items, fields)
  // What cannot be read may lack just that field.
  const said = readable < items.length ? 'fields.missing-some' : 'fields.missing'
  if (missing.length > 0) inquiry.say(part, 'differs', said, { fields: missing.join(', ') })
  if (other.length > 0) inquiry.say(part, 'differs', 'fields.other', { fields: other.join(', ') })
  if (readable < items.length)
    inquiry.say(part, 'differs', 'fields.skipped', { count: items.length - readable, total: items.length })
}

const NAMES_SHOWN = 6

/** A few names as one text, each without signs that would change how it reads. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(cleanName)
  return names.length > NAMES_SHOWN ? `${shown.join(', ')}, …` : shown.join(', ')
}
