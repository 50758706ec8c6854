import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** At least one byte: an empty box counts as damaged. */
const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/)
export const boxSchema = z.strictObject({ nonce: hex.length(24), bytes: hex, tag: hex.length(32) })

/** Bytes sealed with AES-256-GCM (NIST SP 800-38D), in hex. */
export type Box = z.output<typeof boxSchema>

/** Encrypts `plain` under the 32-byte `key`, authenticated with `boundTo`, which stays readable. `plain` must not be empty. */
export function sealBox(key: Uint8Array, plain: Uint8Array, boundTo: readonly unknown[]): Box {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(toBytes(boundTo))
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()])
  return { nonce: nonce.toString('hex'), bytes: bytes.toString('hex'), tag: cipher.getAuthTag().toString('hex') }
}

/** Decrypts a box; throws if key, box or `boundTo` does not match. */
export function openBox(key: Uint8Array, box: Box, boundTo: readonly unknown[]): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'hex'), { authTagLength: 16 })
  decipher.setAAD(toBytes(boundTo))
  decipher.setAuthTag(Buffer.from(box.tag, 'hex'))
  const opened = decipher.update(Buffer.from(box.bytes, 'hex'))
  try {
    decipher.final()
  } catch (error) {
    // `update` decrypts before `final` authenticates: with the right key and a changed tag these bytes are the secret.
    opened.fill(0)
    throw error
  }
  return opened
}

/** Every version of Till must return the same bytes for the same values, or boxes of earlier ones do not open. */
function toBytes(boundTo: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify(boundTo), 'utf8')
}
