import mobileExamples from 'libphonenumber-js/mobile/examples'
import type { FieldSpec } from './model.ts'

// Countries with mobile numbers of various lengths: the fewest and most digits after the calling code.
const lengths: Readonly<Record<string, readonly [number, number]>> = {
  AT: [10, 13],
  BR: [10, 11],
  DE: [10, 11],
  FI: [8, 10],
  ID: [9, 12],
  MY: [9, 10],
  NZ: [8, 10],
  SE: [9, 9],
}

function isListed(iso2: string): iso2 is keyof typeof mobileExamples {
  return Object.hasOwn(mobileExamples, iso2)
}

/** Returns the pattern of a country's mobile numbers in international form: `+`, calling code and the usual number of digits. */
export function phoneOf(iso2: string, callingCode: string): FieldSpec {
  const example = isListed(iso2) ? mobileExamples[iso2].length : 9
  const [least, most] = lengths[iso2] ?? [example, example]
  const digits = least === most ? `{${least}}` : `{${least},${most}}`
  return { name: 'phoneNumber', valueType: 'string', regex: `^\\${callingCode}\\d${digits}$` }
}

export const anyPhone: FieldSpec = { name: 'phoneNumber', valueType: 'string', regex: '^\\+[1-9]\\d{6,14}$' }
export const email: FieldSpec = {
  name: 'email',
  valueType: 'string',
  regex: '^[^@\\s]{1,64}@[^@\\s]+\\.[A-Za-z]{2,24}$',
}
export const recipientEmail: FieldSpec = { ...email, name: 'recipient.email' }
export const recipientName: FieldSpec = {
  name: 'recipient.firstName',
  valueType: 'string',
  regex: "^[\\p{L}][\\p{L} .'-]{0,39}$",
}
export const senderName: FieldSpec = { ...recipientName, name: 'sender.firstName' }
export const deliveryDate: FieldSpec = {
  name: 'delivery.date',
  valueType: 'date',
  regex: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
}
// Some services send look-aheads, which not every regex engine supports.
export const giftMessage: FieldSpec = { name: 'gift.message', valueType: 'string', regex: '^(?!\\s)[^<>]{1,120}$' }
export const accountNumber: FieldSpec = { name: 'account.number', valueType: 'number', regex: '^\\d{8,12}$' }
