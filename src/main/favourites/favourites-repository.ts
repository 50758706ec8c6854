import { z } from 'zod'
import { favouriteKinds, type FavouriteKind } from '../../shared/favourites/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

export interface Favourite {
  readonly kind: FavouriteKind
  /** A brand's slug or a product's SKU. */
  readonly key: string
  /** The catalog's entry for it when it was last starred. */
  readonly seen: unknown
}

const rows = z.array(
  z.object({
    kind: z.enum(favouriteKinds),
    key: z.string(),
    seen: z.string().transform((text): unknown => JSON.parse(text)),
  }),
)

/** Returns the favourites of a service (see `serviceKey`), latest first. */
export function readFavourites(db: ReadableDb, service: string): Favourite[] {
  const sql = 'SELECT kind, key, seen FROM favourites WHERE service = ? ORDER BY starred_at DESC, rowid DESC'
  return rows.parse(db.prepare(sql).all(service))
}

/** Adds a favourite at `now` (epoch milliseconds). An existing one keeps its position and gets the newer `seen`. */
export function writeFavourite(db: WritableDb, service: string, { kind, key, seen }: Favourite, now: number): void {
  db.prepare(
    `INSERT INTO favourites (service, kind, key, starred_at, seen) VALUES (:service, :kind, :key, :now, :seen)
     ON CONFLICT (service, kind, key) DO UPDATE SET seen = excluded.seen`,
  ).run({ service, kind, key, now, seen: JSON.stringify(seen) })
}

export function deleteFavourite(db: WritableDb, service: string, kind: FavouriteKind, key: string): void {
  db.prepare('DELETE FROM favourites WHERE service = ? AND kind = ? AND key = ?').run(service, kind, key)
}
