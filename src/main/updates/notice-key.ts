import { createPublicKey, type KeyObject } from 'node:crypto'

/** Parses an ed25519 public key, SubjectPublicKeyInfo in DER as base64; throws if it is anything else. */
export function parseNoticeKey(base64: string): KeyObject {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Error('The key is not base64')
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an ed25519 key')
  return key
}
