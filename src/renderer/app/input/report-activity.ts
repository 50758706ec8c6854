import { request } from '../requests/client.ts'
import { onActivity } from './on-activity.ts'

/** The minimum interval between notifications, in milliseconds: well under the shortest automatic lock of a minute. */
const every = 20_000
/** In a shop, where the user sees the seconds that are left. */
const everyInShop = 1_000

/** Notifies main of user activity while `isWanted`, so that Till neither locks nor signs out an active user. */
export function reportActivity(isWanted: () => boolean, isInShop: () => boolean): void {
  let last = -every
  onActivity((event) => {
    if (!isWanted() || event.timeStamp - last < (isInShop() ? everyInShop : every)) return
    last = event.timeStamp
    // A lost notification only makes Till lock earlier.
    request('app.active').catch(() => undefined)
  })
}
