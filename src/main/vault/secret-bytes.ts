const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Returns a text as UTF-8 bytes, which can be overwritten, unlike a text. */
export const toBytes = (text: string): Uint8Array => encoder.encode(text)

/** Returns a password's bytes in one normal form (NFKC), however it was typed. */
export const toPasswordBytes = (password: string): Uint8Array => toBytes(password.normalize('NFKC'))

/** Returns the text of `bytes`, and overwrites them. */
export function textAndWipe(bytes: Uint8Array): string {
  const text = decoder.decode(bytes)
  bytes.fill(0)
  return text
}

/** Overwrites all bytes in a message with zeros, at any depth. */
export function wipeBytes(message: unknown): void {
  if (message instanceof Uint8Array) message.fill(0)
  else if (typeof message === 'object' && message !== null) Object.values(message).forEach(wipeBytes)
}
