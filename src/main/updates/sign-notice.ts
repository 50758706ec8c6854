import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import { readNotice, type Notice } from './read-notice.ts'

/** Returns the feed's document for a notice; throws if Till would refuse it. */
export function signNotice({ version, date, page }: Notice, privateKey: KeyObject): string {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('The private key is not an ed25519 key.')
  const notice = JSON.stringify({ version, date, page })
  const signature = sign(null, Buffer.from(notice, 'utf8'), privateKey).toString('base64')
  const document = JSON.stringify({ notice, signature })
  if ('problem' in readNotice(document, publicKeyOf(privateKey)))
    throw new Error('The version must be like 1.2.3, the date like 2026-11-30, and the page an https address.')
  return document
}

/** Returns the public half of a private key, in the form that a build takes. */
export function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
}
