import { createHash } from 'node:crypto'
import { isSafeAddress } from '../../../shared/safe-address.ts'

/** Returns the id of an image, a hash of its URL; null for a URL that Till never fetches. */
export function imageId(url: string): string | null {
  return url.length <= 2000 && isSafeAddress(url) ? createHash('sha256').update(url).digest('hex').slice(0, 32) : null
}

const MAX_KNOWN = 500
const known = new Map<string, string | null>()

/** Returns the path of an image on the app's own origin, or null if there is none; remembers recent ones. */
export function imagePath(url: string): string | null {
  const before = known.get(url)
  if (before !== undefined) return before
  const id = imageId(url)
  const path = id === null ? null : `/image/${id}`
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(url, path)
  return path
}
