import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { asWritten } from '../../shared/csv.ts'
import { MOST_CONTACTS, type Contact } from './contact.ts'

const rows = z.array(z.array(z.string()))
const delimiters = [',', ';', '\t']
/** As many characters as a line of a contact may have. */
const LONGEST = 50_000

/**
 * Reads a table of contacts with a line of headings, as spreadsheets, phones and Till write it; null if it is none. Of a longer one it reads
 * one contact more than `MOST_CONTACTS`.
 */
export function readCsv(text: string): Contact[] | null {
  const [headings = [], ...lines] = linesOf(text.replace(separatorLine, ''))
  const places = {
    name: placesOf(headings, /^(?:name|full name|display name|nombre|nombre completo)$/),
    parts: placesOf(headings, /^(?:first name|given name|last name|family name|nombres?|apellidos?)$/),
    phones: placesOf(headings, /\bphone(?!tic)|mobile|\btel|m[oó]vil|celular/),
    emails: placesOf(headings, /e-?mail|correo/),
    addresses: placesOf(headings, /^(?:address|direcci[oó]n)/),
  }
  if (places.phones.length + places.emails.length + places.addresses.length === 0) return null
  return lines.map((cells) => {
    const at = (wanted: readonly number[]): string[] => wanted.map((place) => asWritten(cells[place] ?? '').trim())
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

/** Excel's own first line. */
const separatorLine = /^\ufeff?sep=.\r?\n/i

function linesOf(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1)
  const [delimiter] = delimiters.toSorted((one, other) => first.split(other).length - first.split(one).length)
  try {
    const relaxed = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
    const options = { bom: true, delimiter, to: MOST_CONTACTS + 2, max_record_size: LONGEST, ...relaxed }
    return rows.parse(parse(text, options))
  } catch {
    return []
  }
}

const placesOf = (headings: readonly string[], wanted: RegExp): number[] =>
  headings.flatMap((heading, place) => (wanted.test(heading.trim().toLowerCase()) ? [place] : []))
