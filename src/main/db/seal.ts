import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

/** Encrypts texts of the ledger, each for one purpose only. */
export interface Sealer {
  seal(plain: string, purpose: string): Uint8Array
  /** Throws SealError if the box was changed, or sealed with another key or for another purpose. */
  unseal(box: Uint8Array, purpose: string): string
}

/** Thrown if a sealed text cannot be opened; says nothing about its content. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

const VERSION = 1
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Creates a sealer with AES-256-GCM (NIST SP 800-38D) under the 32-byte records key: version, random nonce, ciphertext, tag. */
export function createSealer(recordsKey: Uint8Array): Sealer {
  if (recordsKey.length !== KEY_BYTES) throw new RangeError(`A records key has ${KEY_BYTES} bytes`)
  // Prepared once: from plain bytes, every text costs four times as long.
  const key = createSecretKey(recordsKey)

  return {
    seal(plain, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(purpose))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, sealed, cipher.getAuthTag()])
    },
    unseal(box, purpose) {
      if (box.length < 1 + NONCE_BYTES + TAG_BYTES || box[0] !== VERSION) throw new SealError('Not a sealed text')
      const end = box.length - TAG_BYTES
      try {
        const decipher = createDecipheriv(CIPHER, key, box.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(boundTo(purpose)).setAuthTag(box.subarray(end))
        return Buffer.concat([decipher.update(box.subarray(1 + NONCE_BYTES, end)), decipher.final()]).toString('utf8')
      } catch {
        throw new SealError('A sealed text does not open with this records key')
      }
    },
  }
}

function boundTo(purpose: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(purpose, 'utf8')])
}
