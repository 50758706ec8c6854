import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { asWritten, type Separator } from '../../shared/csv.ts'
import { MOST_CONTACTS, type Contact } from './contact.ts'
import { columnsOf, type ContactColumn } from './csv-headings.ts'

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
  const columns = headings.map(columnsOf)
  const placesOf = (wanted: ContactColumn): number[] =>
    columns.flatMap((found, place) => (found.includes(wanted) ? [place] : []))
  const phones = placesOf('phones')
  const places = {
    name: placesOf('name'),
    parts: placesOf('partOfName'),
    phones: phones.length > 0 ? phones : placesOf('number'),
    emails: placesOf('emails'),
    addresses: placesOf('addresses'),
    colour: placesOf('colour'),
  }
  if (places.phones.length + places.emails.length + places.addresses.length === 0) return null
  return lines.map((cells) => {
    const at = (wanted: readonly number[]): string[] =>
      wanted.map((place) => asWritten(cells[place] ?? '', separator).trim())
    return {
      name: at(places.name)[0] || at(places.parts).filter(Boolean).join(' '),
      phones: at(places.phones)
        .flatMap((cell) => partsOf(cell, isWholeNumber))
        .filter(Boolean),
      emails: at(places.emails)
        .flatMap((cell) => partsOf(cell, hasAt))
        .filter(Boolean),
      // Other programs write postal addresses there.
      addresses: at(places.addresses)
        .flatMap((cell) => partsOf(cell, isAddress))
        .filter(isAddress),
      colour: at(places.colour)[0] ?? '',
    }
  })
}

/** Fewer digits are a part of a number: "030/1234567" is one. */
const isWholeNumber = (text: string): boolean => text.replace(/\D/g, '').length >= 7
const hasAt = (text: string): boolean => text.includes('@')
const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text)

/** Returns the values in a cell. What also stands within one value parts values only where each of them is whole. */
function partsOf(cell: string, isWhole: (text: string) => boolean): string[] {
  return cell.split(/;|\n|\||:::/).flatMap((text) => {
    const parts = text.split(/[,/]/).map((part) => part.trim())
    return parts.every(isWhole) ? parts : [text.trim()]
  })
}

/** Excel's own first line. */
const separatorLine = /^\ufeff?sep=.(?:\r\n?|\n)/i

/** Reads the lines of a table, whatever stands between its cells. */
function readTable(text: string): { delimiter: (typeof delimiters)[number]; table: string[][] } {
  const [first = ''] = text.split(/\r\n?|\n/, 1)
  const [delimiter = ','] = delimiters.toSorted((one, other) => first.split(other).length - first.split(one).length)
  try {
    const relaxed = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
    const options = { bom: true, delimiter, to: MOST_CONTACTS + 2, max_record_size: LONGEST, ...relaxed }
    return { delimiter, table: rows.parse(parse(text, options)) }
  } catch {
    return { delimiter, table: [] }
  }
}
