import type { DeliveryDetails } from './purchase-record.ts'

/**
 * Returns the recipient of a product as a person knows it: the reference, else the required field with the recipient's contact, else the
 * recipient's name. Null if there is none; a sender's field is never used.
 */
export function recipientOf({ reference, fields }: DeliveryDetails): string | null {
  if (reference !== '') return reference
  const given = fields.filter(({ key, value }) => value !== '' && !/^sender\b/i.test(key))
  const own = given.filter(({ key }) => /^recipient\b/i.test(key))
  const reached = (among: DeliveryDetails['fields']): DeliveryDetails['fields'][number] | undefined =>
    among.find(({ key, value }) => /e-?mail|phone|mobile|msisdn/i.test(key) || value.includes('@'))
  return (reached(own) ?? reached(given) ?? own[0])?.value ?? null
}

/** Returns whether two recipients are the same to a person. */
export function isSameRecipient(one: string | null, other: string | null): boolean {
  return normalizeRecipient(one) === normalizeRecipient(other)
}

/** Returns a recipient without what a person does not tell apart: spaces and case. */
export function normalizeRecipient(recipient: string | null): string {
  return (recipient ?? '').replace(/\s+/g, '').toLowerCase()
}
