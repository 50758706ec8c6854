import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/)
export const boxSchema = z.strictObject({ nonce: hex.length(24), bytes: hex, tag: hex.length(32) })

/** Bytes sealed with AES-256-GCM (NIST SP 800-38D), in hex. */
export type Box = z.output<typeof boxSchema>

/** Encrypts `plain` under the 32-byte `key`, authenticated with `bound`, which stays readable. */
export function sealBox(key: Uint8Array, plain: Uint8Array, bound: readonly unknown[]): Box {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(toBytes(bound))
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()])
  return { nonce: nonce.toString('hex'), bytes: bytes.toString('hex'), tag: cipher.getAuthTag().toString('hex') }
}

/** Decrypts a box; throws if key, box or `bound` does not match. */
export function openBox(key: Uint8Array, box: Box, bound: readonly unknown[]): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'hex'), { authTagLength: 16 })
  decipher.setAAD(toBytes(bound))
  decipher.setAuthTag(Buffer.from(box.tag, 'hex'))
  const opened = decipher.update(Buffer.from(box.bytes, 'hex'))
  try {
    decipher.final()
  } catch (error) {
    opened.fill(0)
    throw error
  }
  return opened
}

function toBytes(bound: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify(bound), 'utf8')
}
