/** The app's own origin in Electron; compared by scheme and host, since Node's URL gives 'null' as the origin of such a scheme. */
export const electronOrigin = 'till://app'

/** Returns whether `address` belongs to the app's own origin. */
export function isOwn(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'till:' && url.host === 'app'
}
