import { signsOf, signWidth } from './column-width.ts'

// Bytes 0x80 to 0x9f of Windows-1252, with a space for unassigned ones. From 0xa0 on it equals Latin-1.
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const alike = new Map(
  Object.entries({ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', ı: 'i', '−': '-', '‐': '-', '‑': '-', '′': "'", '″': '"' }),
)

function byteOf(char: string): number | null {
  const code = char.charCodeAt(0)
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code
  const index = upper.indexOf(char)
  return index < 0 ? null : 0x80 + index
}

function bytesOf(text: string): number[] | null {
  const bytes = Array.from(text, byteOf)
  return bytes.every((byte) => byte !== null) ? bytes : null
}

/** Encodes one grapheme in Windows-1252: itself, or without accents, or question marks; always as many bytes as columns. */
function signBytes(sign: string): number[] {
  const columns = signWidth(sign)
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  for (const candidate of [sign, alike.get(sign) ?? bare]) {
    const bytes = bytesOf(candidate)
    if (bytes && bytes.length > 0 && bytes.length <= columns) return [...bytes, ...(bytes.length < columns ? [32] : [])]
  }
  return new Array<number>(columns).fill(0x3f)
}

/** Encodes a line for the printer's page WPC1252; no byte of it can be a command. */
export function printable(text: string): number[] {
  return signsOf(text.normalize('NFC')).flatMap(signBytes)
}
