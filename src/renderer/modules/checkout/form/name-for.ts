/** Returns what a required field of the recipient's name takes of a person's name; '' for another field, or for a first name in several words. */
export function nameFor(field: string, person: string): string {
  const asked = field.replace(/[^a-z]/gi, '').toLowerCase()
  if (/^recipient(?:full)?name$/.test(asked)) return person
  return /^recipient(?:first|given)name$/.test(asked) && /^\p{L}[\p{L}\p{M}'’-]*$/u.test(person) ? person : ''
}
