/** Bytes to search for, and the secret and form that they stand for. */
export interface Needle {
  readonly secret: string
  readonly form: string
  readonly bytes: Buffer
}

const PIECE = 16

/** Returns every form of some secret bytes (16 or more), in pieces of 16, so that a part is found too. */
export function formsOfBytes(secret: string, whole: Uint8Array): Needle[] {
  const pieces = Array.from({ length: Math.floor(whole.length / PIECE) }, (_, at) =>
    Buffer.from(whole.subarray(at * PIECE, (at + 1) * PIECE)),
  )
  return [
    ...pieces.flatMap((piece) => [
      { secret, form: 'bytes', bytes: piece },
      { secret, form: 'bytes, reversed', bytes: Buffer.from(piece).reverse() },
      ...asText(secret, 'hex', piece.toString('hex')),
      ...asText(secret, 'HEX', piece.toString('hex').toUpperCase()),
      ...asText(secret, 'numbers', [...piece].join(',')),
    ]),
    ...base64Of(Buffer.from(whole)).flatMap((text) => asText(secret, 'base64', text)),
  ]
}

/** Returns every form of a secret text (ASCII, 11 characters or more). */
export function formsOfText(secret: string, text: string): Needle[] {
  const bytes = Buffer.from(text, 'utf8')
  return [
    ...asText(secret, 'text', text),
    ...asText(secret, 'hex', bytes.toString('hex')),
    ...asText(secret, 'HEX', bytes.toString('hex').toUpperCase()),
    ...base64Of(bytes).flatMap((encoded) => asText(secret, 'base64', encoded)),
  ]
}

/** Returns every form of secret words: the whole, and any three in a row, as a text or as a JSON list. */
export function formsOfWords(secret: string, words: readonly string[]): Needle[] {
  const triples = words.slice(2).map((third, at) => [words[at], words[at + 1], third])
  return [
    ...formsOfText(secret, words.join(' ')).filter(({ form }) => form !== 'text'),
    ...triples.flatMap((triple) => [' ', '","', '\n'].flatMap((gap) => asText(secret, 'text', triple.join(gap)))),
  ]
}

/** Encodes a text as engines and files store it: one byte a character, or two. */
function asText(secret: string, form: string, text: string): Needle[] {
  return [
    { secret, form, bytes: Buffer.from(text, 'latin1') },
    { secret, form: `${form}, UTF-16`, bytes: Buffer.from(text, 'utf16le') },
  ]
}

/** Encodes bytes as base64 at each of the three offsets in a longer text, without the ends that depend on their neighbours. */
function base64Of(bytes: Buffer): string[] {
  const found = [0, 1, 2].map((before) => {
    const first = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    return Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(2)])
      .toString('base64')
      .slice(first, end)
  })
  return [...new Set(found.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]))]
}
