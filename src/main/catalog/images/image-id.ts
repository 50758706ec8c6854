import { createHash } from 'node:crypto'
import { isSafeAddress } from '../../../shared/safe-address.ts'

/** The id under which an image is asked for: a hash of its URL; null for a URL that Till would never fetch. */
export function imageId(url: string): string | null {
  return url.length <= 2000 && isSafeAddress(url) ? createHash('sha256').update(url).digest('hex').slice(0, 32) : null
}

const MOST_KNOWN = 500
const known = new Map<string, string | null>()

/** The path of the app's own origin where an image is served, or null where there is none; remembers those lately asked for. */
export function imagePath(url: string): string | null {
  const before = known.get(url)
  if (before !== undefined) return before
  const id = imageId(url)
  const path = id === null ? null : `/image/${id}`
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(url, path)
  return path
}
