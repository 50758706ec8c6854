const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A text as UTF-8: bytes can be overwritten, a text cannot. */
export const toBytes = (text: string): Uint8Array => encoder.encode(text)

/** The bytes of a password as a vault takes it: however it was typed, one spelling (NFKC). */
export const toPasswordBytes = (password: string): Uint8Array => toBytes(password.normalize('NFKC'))

/** The text that `bytes` spell, which are overwritten. */
export function takeText(bytes: Uint8Array): string {
  const text = decoder.decode(bytes)
  bytes.fill(0)
  return text
}
