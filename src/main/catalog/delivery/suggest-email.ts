import { mailDomains } from './mail-domains.ts'

/** Shorter names ("live", "aol") are one letter from too many other words. */
const LEAST_LETTERS = 5

/** Returns whether a domain's name is long enough for an error in it to be told from another name. */
export const mayBeMistyped = (domain: string): boolean => domain.indexOf('.') >= LEAST_LETTERS

const known: ReadonlySet<string> = new Set(mailDomains)

/**
 * Returns the address with the domain of a mail provider that the typed one probably means: they differ by one letter missing, added or
 * changed, or by two neighbours swapped. Null if the domain is a provider's own or near none.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at).toLowerCase()
  if (known.has(domain)) return null
  const meant = mailDomains.find((one) => mayBeMistyped(one) && isOneErrorApart(one, domain))
  return meant === undefined ? null : email.slice(0, at) + meant
}

function isOneErrorApart(one: string, other: string): boolean {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const isSwapped = left.length === 2 && right === `${left[1]}${left[0]}`
  return isSwapped || Math.max(left.length, right.length) === 1
}
