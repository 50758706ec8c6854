import type { WritableDb } from '../../db/connections.ts'
import { sendRequest } from '../../service/exchange/send-request.ts'
import { isSafeAddress } from '../../../shared/safe-address.ts'
import { hasFailed, readImage, readImageUrl, writeFailure, writeImage, type StoredImage } from './images-repository.ts'
import { sniffImage } from './sniff-image.ts'

export interface ImageStoreOptions {
  readonly db: WritableDb
  /** The URL of an id that the cache itself does not know; null for none. */
  readonly urlOf?: (id: string) => string | null
  /** Whether the service may send Till there; anywhere where left out. */
  readonly mayFetch?: (url: string) => boolean
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Bytes all stored images may take together; 64 MB where left out. */
  readonly capBytes?: number
  /** Milliseconds for one image; 10 s where left out. */
  readonly timeoutMs?: number
}

export interface ImageStore {
  /** The image of an id that stood in one of the service's answers, from the cache or fetched now; null where it cannot be had. */
  getImage(id: string): Promise<StoredImage | null>
}

const MAX_BYTES = 512 * 1024
const MAX_AT_ONCE = 6
const RETRY_AFTER_MS = 15 * 60_000
const CAP_BYTES = 64 * 1024 * 1024

/** Fetches the service's pictures, at most six at once and each once, and keeps the lately used ones. */
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
      // The place goes straight to the next in line, so that no newcomer can take it in between.
      const next = waiting.shift()
      if (next) next()
      else active -= 1
    }
  }

  async function fetchImage(id: string, url: string): Promise<StoredImage | null> {
    const { image, wasAsked } = await inTurn(() => download(url, options.timeoutMs ?? 10_000))
    orNull(() => {
      if (image !== null) writeImage(db, id, image, now(), options.capBytes ?? CAP_BYTES)
      else if (wasAsked) writeFailure(db, id, now() + RETRY_AFTER_MS)
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

/** A cache that cannot be read or written costs a picture its speed, never the page its answer. */
function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** The image, null for none; without a connection nobody was asked, which says nothing of the image. */
async function download(url: string, timeoutMs: number): Promise<{ image: StoredImage | null; wasAsked: boolean }> {
  const headers = { Accept: 'image/*' }
  const result = await sendRequest({ method: 'GET', url, headers, maxBytes: MAX_BYTES, timeoutMs })
  if (result.kind !== 'answer' || result.status !== 200)
    return { image: null, wasAsked: result.kind !== 'not-connected' }
  const type = sniffImage(result.body)
  return { image: type === null ? null : { bytes: result.body, type }, wasAsked: true }
}
