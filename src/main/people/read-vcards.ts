import { parseVCards, type VCard4 } from 'vcard4-ts'
import { escapeText, splitVcards } from './vcard-text.ts'
import { MOST_CONTACTS, type Contact } from './contact.ts'

/** The parameters of what is read; none of them is needed. In version 2.1 they have no names (`TEL;CELL:`), which the parser refuses. */
const parameters = /^((?:[\w-]+\.)?(?:FN|N|TEL|EMAIL|URL));(?:"[^"\r\n]*"|[^":\r\n])*:/gim
/** A property with parameters; in version 2.1 a line that ends in = goes on in the next one. */
const property = /^(FN|N|TEL|EMAIL|URL)(;[^:\r\n]*):((?:.*=\r?\n)*.*)$/gim

/** Returns whether a text is a file of vCards. */
export const isVcards = (text: string): boolean => /^\s*BEGIN:VCARD\s*$/im.test(text.slice(0, 100))

/**
 * Reads vCards (RFC 6350), those of phones in versions 2.1 and 3 (RFC 2426) too. Of more it reads one more than `MOST_CONTACTS`; one that
 * cannot be read is nobody.
 */
export function readVcards(text: string): Contact[] {
  return splitVcards(text.trimStart(), MOST_CONTACTS + 1).map((card) => (card === null ? nobody : readVcard(card)))
}

const nobody: Contact = { name: '', phones: [], emails: [], addresses: [], colour: '' }

function readVcard(text: string): Contact {
  const plain = text.replace(property, decoded).replace(parameters, '$1:')
  const [card] = parseVCards(plain).vCards ?? []
  if (card === undefined) return nobody
  return {
    name: card.FN[0].value || givenName(card),
    phones: textsOf(card.TEL).map((phone) => phone.replace(/^tel:/i, '')),
    emails: textsOf(card.EMAIL).map((email) => email.replace(/^mailto:/i, '')),
    addresses: textsOf(card.URL).flatMap((url) => /^ethereum:(0x[0-9a-f]{40})$/i.exec(url)?.[1] ?? []),
    colour: /^X-TILL-COLOUR:(\w+)/im.exec(plain)?.[1] ?? '',
  }
}

/** Returns a property without MIME's quoted-printable encoding (RFC 2045). */
function decoded(line: string, name: string, given: string, value: string): string {
  if (!/QUOTED-PRINTABLE/i.test(given)) return line
  const charset = /CHARSET=([\w-]+)/i.exec(given)?.[1] ?? 'utf-8'
  const parts = value.replace(/=\r?\n/g, '').split(name.toUpperCase() === 'N' ? ';' : /$^/)
  return `${name}:${parts.map((part) => escapeText(decodePart(part, charset))).join(';')}`
}

function decodePart(part: string, charset: string): string {
  const toByte = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))
  const bytes = Buffer.from(part.replace(/=([0-9a-f]{2})/gi, toByte), 'latin1')
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

function givenName({ N }: VCard4): string {
  const { givenNames = [], familyNames = [] } = N?.value ?? {}
  return [...givenNames, ...familyNames].join(' ')
}

const textsOf = (properties: readonly { readonly value: string }[] = []): string[] =>
  properties.map(({ value }) => value.trim())
