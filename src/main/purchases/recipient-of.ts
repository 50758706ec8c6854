import type { Delivery } from './purchase-record.ts'

/**
 * Whom a product goes to, as a person knows them: the reference, else the required field by which the recipient is reached, else the
 * recipient's name. Null where none says so; what belongs to a sender is never taken.
 */
export function recipientOf({ reference, fields }: Delivery): string | null {
  if (reference !== '') return reference
  const given = fields.filter(({ key, value }) => value !== '' && !/^sender\b/i.test(key))
  const own = given.filter(({ key }) => /^recipient\b/i.test(key))
  const reached = (among: Delivery['fields']): Delivery['fields'][number] | undefined =>
    among.find(({ key, value }) => /e-?mail|phone|mobile|msisdn/i.test(key) || value.includes('@'))
  return (reached(own) ?? reached(given) ?? own[0])?.value ?? null
}

/** Whether two recipients are the same to a person, however they are spaced and capitalized. */
export function isSameRecipient(one: string | null, other: string | null): boolean {
  const normalized = (recipient: string | null): string => (recipient ?? '').replace(/\s+/g, '').toLowerCase()
  return normalized(one) === normalized(other)
}
