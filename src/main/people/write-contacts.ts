import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { BYTE_ORDER_MARK } from '../../shared/csv.ts'
import type { TableForm } from '../../shared/sales/export.ts'
import { tableLine, tableWords } from '../exports/write-table.ts'
import { escapeText } from './vcard-text.ts'
import type { PersonView } from '../../shared/people/views.ts'

/** Returns people as vCards of version 4 (RFC 6350); an address for coins is a link (EIP-681). */
export function writeVcards(people: readonly PersonView[]): string {
  return people
    .map(({ name, colour, phones, emails, addresses }) =>
      [
        'BEGIN:VCARD',
        'VERSION:4.0',
        `FN:${escapeText(name)}`,
        ...phones.map((phone) => `TEL;VALUE=uri:tel:${phone}`),
        ...emails.map((email) => `EMAIL:${escapeText(email)}`),
        ...addresses.map((address) => `URL:ethereum:${address}`),
        `X-TILL-COLOUR:${colour}`,
        'END:VCARD',
        '',
      ].join('\r\n'),
    )
    .join('')
}

/** Returns people as a table (RFC 4180); several numbers or addresses share a cell. The colour is Till's own word in every language. */
export function writeCsv(people: readonly PersonView[], table: TableForm): string {
  const lines = people.map(({ name, colour, ...reach }) => [
    name,
    ...[reach.phones.map(grouped), reach.emails, reach.addresses].map((texts) => texts.join('; ')),
    colour,
  ])
  const { name, phones, emails, addresses, colour } = tableWords[table.language].people
  return (
    BYTE_ORDER_MARK +
    [[name, phones, emails, addresses, colour], ...lines].map((line) => tableLine(line, table)).join('')
  )
}

/** With spaces a spreadsheet shows a number as it is, instead of calculating it. */
const grouped = (phone: string): string => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
