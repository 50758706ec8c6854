/** All secrets of a vault. */
export interface VaultContent {
  /** The entropy of the recovery phrase (BIP-39), 16 to 32 bytes. */
  readonly entropy: Uint8Array
  /** The phrase's passphrase, UTF-8 in NFKD; empty for none. */
  readonly passphrase: Uint8Array
  /** The seed of phrase and passphrase, stored so that an unlock never spells them out. */
  readonly seed: Uint8Array
  /** The key that encrypts the records. */
  readonly recordsKey: Uint8Array
  /** Imported private keys, in the order of their accounts. */
  readonly keys: readonly Uint8Array[]
}

/** Packs the parts into one byte string, each preceded by its length (16 bits, big endian). */
export function packContent({ entropy, passphrase, seed, recordsKey, keys }: VaultContent): Buffer {
  return Buffer.concat(
    [entropy, passphrase, seed, recordsKey, ...keys].flatMap((part) => [
      Buffer.of(part.length >> 8, part.length & 0xff),
      part,
    ]),
  )
}

/** Returns copies of the parts of a byte string; throws RangeError if it is invalid. */
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

/** Overwrites all parts with zeros. */
export function wipeContent({ entropy, passphrase, seed, recordsKey, keys }: VaultContent): void {
  for (const part of [entropy, passphrase, seed, recordsKey, ...keys]) part.fill(0)
}
