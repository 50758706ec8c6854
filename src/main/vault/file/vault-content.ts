/** Everything secret that a vault holds. */
export interface VaultContent {
  /** Of the words (BIP-39), 16 to 32 bytes. */
  readonly entropy: Uint8Array
  /** Of the words, UTF-8 in NFKD; empty for none. */
  readonly passphrase: Uint8Array
  /** What words and passphrase stand for, kept beside them so that unlocking never spells them out. */
  readonly seed: Uint8Array
  /** The key that seals the records. */
  readonly recordsKey: Uint8Array
  /** Imported private keys, in the order of their accounts. */
  readonly keys: readonly Uint8Array[]
}

/** One text of bytes: each part with its length (16 bits, big endian) before it. */
export function packContent({ entropy, passphrase, seed, recordsKey, keys }: VaultContent): Buffer {
  return Buffer.concat(
    [entropy, passphrase, seed, recordsKey, ...keys].flatMap((part) => [
      Buffer.of(part.length >> 8, part.length & 0xff),
      part,
    ]),
  )
}

/** The parts of a packed text, copied; throws RangeError where it is none. */
export function unpackContent(packed: Uint8Array): VaultContent {
  const parts: Uint8Array[] = []
  for (let at = 0; at < packed.length;) {
    const start = at + 2
    const end = start + (((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0))
    if (end > packed.length) throw new RangeError('A part is cut off')
    // A Buffer's own `slice` would be a view.
    parts.push(Uint8Array.from(packed.subarray(start, end)))
    at = end
  }
  const [entropy, passphrase, seed, recordsKey, ...keys] = parts
  if (!entropy || !passphrase || !seed || !recordsKey) throw new RangeError('A part is missing')
  return { entropy, passphrase, seed, recordsKey, keys }
}

/** Overwrites everything with zeros. */
export function wipeContent({ entropy, passphrase, seed, recordsKey, keys }: VaultContent): void {
  for (const part of [entropy, passphrase, seed, recordsKey, ...keys]) part.fill(0)
}
