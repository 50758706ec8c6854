import { parseNoticeKey } from '../../src/main/updates/read-notice.ts'
import type { UpdateFeed } from '../../src/main/updates/update-feed.ts'

/** Reads a build's feed of newer versions from its environment; null if none is set. Throws an Error with a message if it cannot be used. */
export function readUpdateFeed(environment: Readonly<Record<string, string | undefined>>): UpdateFeed | null {
  // A workflow sets a variable that it does not have to an empty text.
  const { TILL_UPDATES_URL: url = '', TILL_UPDATES_KEY: key = '' } = environment
  if (url === '' && key === '') return null
  if (url === '') throw new Error('TILL_UPDATES_KEY is set, but not TILL_UPDATES_URL, the address of the notice.')
  if (key === '') throw new Error('TILL_UPDATES_URL is set, but not TILL_UPDATES_KEY, the key that signs the notice.')
  if (!isHttps(url)) throw new Error('TILL_UPDATES_URL must be an https address, without a user name or a fragment.')
  try {
    parseNoticeKey(key)
  } catch (cause) {
    throw new Error('TILL_UPDATES_KEY must be the public key that `npm run sign-update -- --new-key FILE` printed.', {
      cause,
    })
  }
  return { url, key }
}

function isHttps(address: string): boolean {
  if (/\s/.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password, hash } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' && hash === ''
}
