import type { WritableDb } from '../../db/connections.ts'
import { sendRequest } from '../../service/exchange/send-request.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import { hasFailed, readImage, readImageUrl, writeFailure, writeImage, type StoredImage } from './images-repository.ts'
import { sniffImage } from './sniff-image.ts'

export interface ImageStoreOptions {
  readonly db: WritableDb
  /** Returns the URL of an id that the cache does not know; null for none. */
  readonly urlOf?: (id: string) => string | null
  /** Returns whether the service may direct Till to a URL; any URL if left out. */
  readonly mayFetch?: (url: string) => boolean
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The maximum total size of stored images, in bytes; 64 MB by default. */
  readonly capBytes?: number
  /** Milliseconds for one image; 10 s by default. */
  readonly timeoutMs?: number
}

export interface ImageStore {
  /** Returns the image of an id from one of the service's answers, cached or fetched now; null if it is unavailable. */
  getImage(id: string): Promise<StoredImage | null>
}

const MAX_BYTES = 512 * 1024
const MAX_AT_ONCE = 6
const RETRY_AFTER_MS = 15 * 60_000
const CAP_BYTES = 64 * 1024 * 1024

/** Creates a store of the service's images, which fetches each once and at most six at a time, and keeps the recently used ones. */
export function createImageStore(options: ImageStoreOptions): ImageStore {
  const { db, now } = options
  const fetching = new Map<string, Promise<StoredImage | null>>()
  const waiting: (() => void)[] = []
  let active = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (active >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else active += 1
    try {
      return await work()
    } finally {
      // The slot goes directly to the next in line, so that no newcomer can take it.
      const next = waiting.shift()
      if (next) next()
      else active -= 1
    }
  }

  async function fetchImage(id: string, url: string): Promise<StoredImage | null> {
    const { image, wasSent } = await inTurn(() => download(url, options.timeoutMs ?? 10_000))
    orNull(() => {
      if (image !== null) writeImage(db, id, image, now(), options.capBytes ?? CAP_BYTES)
      else if (wasSent) writeFailure(db, id, now() + RETRY_AFTER_MS)
    })
    return image
  }

  return {
    async getImage(id) {
      const stored = orNull(() => readImage(db, id, now()))
      if (stored !== null) return stored
      const under = fetching.get(id)
      if (under !== undefined) return under
      const url = orNull(() =>
        hasFailed(db, id, now(), RETRY_AFTER_MS) ? null : (readImageUrl(db, id) ?? options.urlOf?.(id) ?? null),
      )
      if (url === null || !isSafeAddress(url) || options.mayFetch?.(url) === false) return null
      const work = fetchImage(id, url).finally(() => fetching.delete(id))
      fetching.set(id, work)
      return work
    },
  }
}

/** A cache that cannot be read or written only makes a picture slower; the page still gets its answer. */
function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** Returns the image, null for none. Without a connection `wasSent` is false: the result says nothing about the image. */
async function download(url: string, timeoutMs: number): Promise<{ image: StoredImage | null; wasSent: boolean }> {
  const headers = { Accept: 'image/*' }
  const result = await sendRequest({ method: 'GET', url, headers, maxBytes: MAX_BYTES, timeoutMs })
  if (result.kind !== 'answer' || result.status !== 200)
    return { image: null, wasSent: result.kind !== 'not-connected' }
  const type = sniffImage(result.body)
  return { image: type === null ? null : { bytes: result.body, type }, wasSent: true }
}
