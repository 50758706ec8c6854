import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { imageId } from './image-id.ts'

export interface StoredImage {
  readonly bytes: Uint8Array
  readonly type: string
}

const HOUR = 3_600_000
const imageRow = z.object({ bytes: z.instanceof(Uint8Array), type: z.string(), used_at: z.int() })
const urlRow = z.object({ url: z.string() })
const sizeRow = z.object({ size: z.int() })
const evictableRow = z.object({ id: z.string(), size: z.int() })

/** Returns the URL of an id, or null if no answer of the service contained it. */
export function readImageUrl(db: ReadableDb, id: string): string | null {
  const row = db.prepare('SELECT url FROM image_sources WHERE id = ?').get(id)
  return row === undefined ? null : urlRow.parse(row).url
}

/** Allows URLs from the service's answers to be fetched as images; no others ever are. */
export function writeImageSources(db: WritableDb, urls: Iterable<string>): void {
  const insert = db.prepare('INSERT OR IGNORE INTO image_sources (id, url) VALUES (?, ?)')
  for (const url of urls) {
    const id = imageId(url)
    if (id !== null) insert.run(id, url)
  }
}

/** Returns a stored image and updates its last use to `now` (epoch ms), at most once an hour, so that reads rarely write. */
export function readImage(db: WritableDb, id: string, now: number): StoredImage | null {
  const row = db.prepare('SELECT bytes, type, used_at FROM images WHERE id = ?').get(id)
  if (row === undefined) return null
  const { bytes, type, used_at } = imageRow.parse(row)
  if (Math.abs(now - used_at) > HOUR) db.prepare('UPDATE images SET used_at = ? WHERE id = ?').run(now, id)
  return { bytes, type }
}

const evictableRows = z.array(evictableRow)

/** Stores an image, and deletes the least recently used ones above `capBytes`. */
export function writeImage(
  db: WritableDb,
  id: string,
  { bytes, type }: StoredImage,
  now: number,
  capBytes: number,
): void {
  db.transaction(() => {
    db.prepare('DELETE FROM image_failures WHERE id = ?').run(id)
    db.prepare(
      'INSERT OR REPLACE INTO images (id, type, bytes, size, used_at) VALUES (:id, :type, :bytes, :size, :now)',
    ).run({ id, type, bytes, size: bytes.byteLength, now })
    let size = sizeRow.parse(db.prepare('SELECT coalesce(sum(size), 0) AS size FROM images').get()).size
    if (size <= capBytes) return
    const drop = db.prepare('DELETE FROM images WHERE id = ?')
    const oldest = evictableRows.parse(db.prepare('SELECT id, size FROM images WHERE id <> ? ORDER BY used_at').all(id))
    for (const image of oldest) {
      if (size <= capBytes) break
      drop.run(image.id)
      size -= image.size
    }
  }).immediate()
}

/**
 * Returns whether a fetch failed so recently that it is not retried at `now`; a time more than `maxMs` ahead means that the clock went
 * back.
 */
export function hasFailed(db: ReadableDb, id: string, now: number, maxMs: number): boolean {
  return (
    db.prepare('SELECT 1 FROM image_failures WHERE id = ? AND until BETWEEN ? AND ?').get(id, now, now + maxMs) !==
    undefined
  )
}

export function writeFailure(db: WritableDb, id: string, until: number): void {
  db.prepare('INSERT OR REPLACE INTO image_failures (id, until) VALUES (?, ?)').run(id, until)
}
