import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
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

/** Returns a recipient without what a person does not tell apart: spaces and case. */
function normalizeRecipient(recipient: string | null): string {
  return (recipient ?? '').replace(/\s+/g, '').toLowerCase()
}

/**
 * Returns the same text for every way to write a recipient of a product of `country` (ISO alpha-2): phone numbers in international form (ITU
 * E.164), without the 1 that Mexican mobile numbers had until 2019.
 */
export function recipientKey(recipient: string | null, country: string): string {
  const plain = normalizeRecipient(recipient)
  if (!/^\+?[\d().\-/]{6,}$/.test(plain)) return plain
  const own = isSupportedCountry(country) ? country : undefined
  const dialled = plain.replace(/^00(?=[1-9])/, '+').replace(/^\+?521(?=\d{10}$)/, '+52')
  // Some services write the country's code without a plus.
  const forms = own ? [dialled, `+${dialled.replace(/\D/g, '')}`] : [dialled]
  const phone = forms.map((form) => parsePhoneNumberFromString(form, own)).find((one) => one?.isPossible())
  return phone?.number ?? plain
}

/** Returns the key of the recipient of a product of `country` (ISO alpha-2); an empty one if the delivery names nobody. */
export function recipientKeyOf(delivery: DeliveryDetails, country: string): string {
  return recipientKey(recipientOf(delivery), country)
}
