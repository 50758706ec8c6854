import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { asWritten } from '../../shared/csv.ts'
import type { Contact } from './contact.ts'

const rows = z.array(z.array(z.string()))
const delimiters = [',', ';', '\t']

/** Reads a table of contacts with a line of headings, as spreadsheets, phones and Till write it; null if it is none. */
export function readCsv(text: string): Contact[] | null {
  const [headings = [], ...lines] = linesOf(text)
  const places = {
    name: placesOf(headings, /^(?:name|full name|display name|nombre|nombre completo)$/),
    parts: placesOf(headings, /^(?:first name|given name|last name|family name|nombres?|apellidos?)$/),
    phones: placesOf(headings, /phone|mobile|\btel|tel[eé]fono|m[oó]vil|celular/),
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

function linesOf(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1)
  const [delimiter] = delimiters.toSorted((one, other) => first.split(other).length - first.split(one).length)
  try {
    const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
    return rows.parse(parse(text, options))
  } catch {
    return []
  }
}

const placesOf = (headings: readonly string[], wanted: RegExp): number[] =>
  headings.flatMap((heading, place) => (wanted.test(heading.trim().toLowerCase()) ? [place] : []))
