import { createHash } from 'node:crypto'
import { isSafeAddress } from '../../shared/profile.ts'

/** The id under which an image is asked for: a hash of its URL; null for a URL that Till would never fetch. */
export function imageId(url: string): string | null {
  return url.length <= 2000 && isSafeAddress(url) ? createHash('sha256').update(url).digest('hex').slice(0, 32) : null
}

/** The path of the app's own origin where an image is served, or null where there is none. */
export function imagePath(url: string): string | null {
  const id = imageId(url)
  return id === null ? null : `/image/${id}`
}
