/** The app's own origin in Electron; compared by scheme and host, since Node's URL calls the origin of such a scheme 'null'. */
export const electronOrigin = 'till://app'

/** Whether `address` lies in the app's own origin. */
export function isOwn(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'till:' && url.host === 'app'
}
