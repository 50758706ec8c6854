import { verify, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { isVersion } from './compare-versions.ts'

/** What a publisher announces. */
export interface Notice {
  readonly version: string
  /** The day of the release, as YYYY-MM-DD. */
  readonly date: string
  /** The https address of the page that offers it. */
  readonly page: string
}

/** Why a document is no notice. */
export interface Refusal {
  readonly problem: 'not-a-notice' | 'signature' | 'content'
}

/** The signature covers the exact bytes of the text, in UTF-8. */
const documentSchema = z.object({
  notice: z.string().max(2_000),
  signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
})

const noticeSchema = z.object({
  version: z.string().refine(isVersion),
  date: z.iso.date(),
  page: z.string().max(300).refine(isHttpsPage),
})

/** Returns the notice in a feed's document, if the holder of the key signed it and its content can be shown. */
export function readNotice(document: string, key: string): Notice | Refusal {
  const parsed = documentSchema.safeParse(parseJson(document))
  if (!parsed.success) return { problem: 'not-a-notice' }
  const bytes = Buffer.from(parsed.data.notice, 'utf8')
  const signature = Buffer.from(parsed.data.signature, 'base64')
  if (!verify(null, bytes, parseNoticeKey(key), signature)) return { problem: 'signature' }
  // Parsed from the bytes that were verified.
  const notice = noticeSchema.safeParse(parseJson(bytes.toString('utf8')))
  return notice.success ? notice.data : { problem: 'content' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isHttpsPage(address: string): boolean {
  if (/\s/.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

/** Parses an ed25519 public key, SubjectPublicKeyInfo in DER as base64; throws if it is anything else. */
export function parseNoticeKey(base64: string): KeyObject {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Error('The key is not base64')
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an ed25519 key')
  return key
}
