import { parseVCards, type VCard4 } from 'vcard4-ts'
import type { Contact } from './contact.ts'

/** Pictures and sounds would be most of a file. */
const media = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:].*(?:\r?\n[ \t].*)*\r?\n?/gim

/** Returns whether a text is a file of vCards. */
export const isVcards = (text: string): boolean => /^\s*BEGIN:VCARD\s*$/im.test(text.slice(0, 100))

/** Reads vCards (RFC 6350), those of phones in version 3 (RFC 2426) too. */
export function readVcards(text: string): Contact[] {
  const { vCards = [] } = parseVCards(text.trimStart().replace(media, ''))
  return vCards.map((card) => ({
    name: card.FN[0].value || givenName(card),
    phones: textsOf(card.TEL).map((phone) => phone.replace(/^tel:/i, '')),
    emails: textsOf(card.EMAIL).map((email) => email.replace(/^mailto:/i, '')),
    addresses: textsOf(card.URL).flatMap((url) => /^ethereum:(0x[0-9a-f]{40})$/i.exec(url)?.[1] ?? []),
  }))
}

function givenName({ N }: VCard4): string {
  const { givenNames = [], familyNames = [] } = N?.value ?? {}
  return [...givenNames, ...familyNames].join(' ')
}

const textsOf = (properties: readonly { readonly value: string }[] = []): string[] =>
  properties.map(({ value }) => value.trim())
