/**
 * Returns the text of each vCard, at most `most`, without the cards inside it: version 2.1 has the card of somebody's secretary as AGENT
 * there. A card that does not end is null: what it has may be somebody else's.
 */
export function splitVcards(text: string, most: number): (string | null)[] {
  const cards: (string | null)[] = []
  let lines: string[] | null = null
  let inside = 0
  let isAgent = false
  const close = (card: string | null): void => {
    if (lines) cards.push(card)
    lines = null
    inside = 0
  }
  for (const line of text.replace(agentInLine, '$1\n').split(/\r\n|\r|\n/)) {
    if (cards.length >= most) break
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      if (isAgent) inside++
      else {
        close(null)
        lines = [line]
      }
    } else if (/^END:VCARD\s*$/i.test(line)) {
      if (inside > 0) inside--
      else close([...(lines ?? []), line, ''].join('\r\n'))
    } else if (inside === 0) lines?.push(line)
    isAgent = lines !== null && (agent.test(line) || (isAgent && line.trim() === ''))
  }
  close(null)
  return cards.slice(0, most)
}

/** A property whose value is the card in the lines behind it. */
const agent = /^(?:[\w-]+\.)?AGENT(?:;[^:]*)?:\s*$/i
/** The same, with the first line of that card. */
const agentInLine = /^((?:[\w-]+\.)?AGENT(?:;[^:\r\n]*)?:)(?=BEGIN:VCARD[^\S\r\n]*$)/gim

/** Returns a text as the value of a vCard's property, on one line (RFC 6350, 3.4). */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r?\n|\r/g, String.raw`\n`)
