import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { asWritten, type Separator } from '../../shared/csv.ts'
import { MOST_CONTACTS, type Contact } from './contact.ts'

const rows = z.array(z.array(z.string()))
const delimiters = [',', ';', '\t'] as const
/** As many characters as a line of a contact may have. */
const LONGEST = 50_000

/**
 * Reads a table of contacts with a line of headings, as spreadsheets, phones and Till write it; null if it is none. Of a longer one it reads
 * one contact more than `MOST_CONTACTS`.
 */
export function readCsv(text: string): Contact[] | null {
  const { delimiter, table } = readTable(text.replace(separatorLine, ''))
  const [headings = [], ...lines] = table
  const separator: Separator = delimiter === ';' ? ';' : ','
  const places = {
    name: placesOf(headings, wholeName),
    parts: placesOf(headings, partOfName),
    phones: placesOf(headings, /\bphone(?!tic)|mobile|\bt[eé]l|m[oóò]vil|celular|portable/),
    emails: placesOf(headings, /e-?mail|correo|courriel/),
    addresses: placesOf(headings, /^(?:address|adresse|direcci[oó]n|endere[cç]o)/),
  }
  if (places.phones.length + places.emails.length + places.addresses.length === 0) return null
  return lines.map((cells) => {
    const at = (wanted: readonly number[]): string[] =>
      wanted.map((place) => asWritten(cells[place] ?? '', separator).trim())
    const each = (wanted: readonly number[]): string[] => at(wanted).flatMap((cell) => cell.split(/\s*(?:;|\n|:::)\s*/))
    return {
      name: at(places.name)[0] || at(places.parts).join(' '),
      phones: each(places.phones).filter((phone) => /\d/.test(phone)),
      emails: each(places.emails).filter((email) => email.includes('@')),
      // Other programs write postal addresses there.
      addresses: each(places.addresses).filter((address) => /^0x[0-9a-f]{40}$/i.test(address)),
    }
  })
}

const wholeName =
  /^(?:name|full name|display name|nombre completo|nome completo|nome de exibi[cç][aã]o|nom complet|nom affich[eé])$/
/** Of languages where one word is the name, and the given or the family name beside the other one. */
const partOfName =
  /^(?:first name|given name|last name|family name|nombres?|apellidos?|nome|sobrenome|apelido|pr[eé]nom|nom|nom de famille)$/

/** Excel's own first line. */
const separatorLine = /^\ufeff?sep=.\r?\n/i

/** Reads the lines of a table, whatever stands between its cells. */
function readTable(text: string): { delimiter: (typeof delimiters)[number]; table: string[][] } {
  const [first = ''] = text.split(/\r?\n/, 1)
  const [delimiter = ','] = delimiters.toSorted((one, other) => first.split(other).length - first.split(one).length)
  try {
    const relaxed = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
    const options = { bom: true, delimiter, to: MOST_CONTACTS + 2, max_record_size: LONGEST, ...relaxed }
    return { delimiter, table: rows.parse(parse(text, options)) }
  } catch {
    return { delimiter, table: [] }
  }
}

const placesOf = (headings: readonly string[], wanted: RegExp): number[] =>
  headings.flatMap((heading, place) => (wanted.test(heading.trim().toLowerCase()) ? [place] : []))
