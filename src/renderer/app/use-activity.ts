import { request } from './client.ts'
import { onActivity } from './on-activity.ts'

/** At most this often main is told, in milliseconds: well under the shortest automatic lock of a minute. */
const every = 20_000
/** In a shop, where whoever is there sees the seconds that are left. */
const everyInShop = 1_000

/** Tells main that the person is there, while `isWanted`, so that Till does not lock itself, or leaves them, under their hands. */
export function tellActivity(isWanted: () => boolean, isInShop: () => boolean): void {
  let last = -every
  onActivity((event) => {
    if (!isWanted() || event.timeStamp - last < (isInShop() ? everyInShop : every)) return
    last = event.timeStamp
    // What main does not hear only brings the lock forward.
    request('app.active').catch(() => undefined)
  })
}
