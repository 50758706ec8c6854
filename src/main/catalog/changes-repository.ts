import { z } from 'zod'
import { changeKinds, type ChangeKind, type ChangeView } from '../../shared/catalog/views.ts'
import { compareDecimals } from '../../shared/money.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { readVariant, type BrandContext } from '../service/operations/read-variant.ts'
import { toProductRow } from './variant-view.ts'

export interface Change {
  readonly kind: Exclude<ChangeKind, 'back'>
  readonly sku: string
  /** The previous price in coins; null for a new variant. */
  readonly before: string | null
  readonly brand: BrandContext
  /** The variant's JSON, current or last known. */
  readonly body: string
}

const KEPT_MS = 60 * 24 * 3_600_000

/** Records a change at `at` (epoch ms). */
export function writeChange(db: WritableDb, at: number, change: Change): void {
  db.prepare(
    `INSERT INTO catalog_changes (at, kind, sku, before, brand, body)
     VALUES (:at, :kind, :sku, :before, :brand, :body)`,
  ).run({ ...change, at, brand: JSON.stringify(change.brand) })
}

/** Deletes changes older than 60 days before `at` (epoch ms), and those from a clock that was ahead. */
export function deleteOldChanges(db: WritableDb, at: number): void {
  db.prepare('DELETE FROM catalog_changes WHERE at < ? OR at > ?').run(at - KEPT_MS, at)
}

/** The products and brands the user starred or bought. */
export interface Own {
  readonly skus: readonly string[]
  /** Slugs. */
  readonly brands: readonly string[]
}

const changeRow = z.object({
  at: z.int(),
  kind: z.enum(changeKinds),
  before: z.string().nullable(),
  brand: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.object({ slug: z.string(), name: z.string(), imageUrl: z.string(), productType: z.string() })),
  body: z.string(),
  yours: z.int().transform(Boolean),
})
const countRows = z.array(z.object({ kind: z.enum(changeKinds), count: z.int(), yours: z.int() }))

// Of several changes to one product only the net change counts: against the first price, and none for one that appeared and disappeared.
const outcomes = `ends AS (SELECT sku, min(id) AS first_id, max(id) AS last_id FROM catalog_changes WHERE at > :since GROUP BY sku),
  went AS (SELECT sku, max(id) AS id FROM catalog_changes WHERE at <= :since AND kind = 'gone' GROUP BY sku),
  outcomes AS (
  SELECT last.id, last.at, last.brand, last.body, coalesce(first.before, past.before) AS before,
    last.sku IN (SELECT value FROM json_each(:skus)) OR last.brand ->> '$.slug' IN (SELECT value FROM json_each(:brands)) AS yours,
    CASE WHEN last.kind = 'gone' AND first.kind = 'added' THEN NULL
         WHEN last.kind = 'gone' THEN 'gone'
         WHEN first.kind = 'added' AND past.id IS NOT NULL THEN 'back'
         WHEN first.kind = 'added' THEN 'added'
         WHEN CAST(last.body ->> '$.price.stableCoinValue' AS REAL) < CAST(first.before AS REAL) THEN 'cheaper'
         WHEN CAST(last.body ->> '$.price.stableCoinValue' AS REAL) > CAST(first.before AS REAL) THEN 'dearer' END AS kind
  FROM ends JOIN catalog_changes first ON first.id = ends.first_id JOIN catalog_changes last ON last.id = ends.last_id
  LEFT JOIN went ON went.sku = ends.sku LEFT JOIN catalog_changes past ON past.id = went.id)`

/**
 * Returns the changes to products after `since` (epoch ms), newest first, of one `kind` or of the user's `own` products if requested.
 * Always counts all of each kind, and the user's own.
 */
export function readChanges(
  db: ReadableDb,
  since: number,
  {
    kind = null,
    yours = false,
    own = { skus: [], brands: [] },
  }: { kind?: ChangeKind | null; yours?: boolean; own?: Own },
  { offset, limit }: { offset: number; limit: number },
): { counts: Record<ChangeKind, number>; yours: number; changes: ChangeView[] } {
  const bound = { since, skus: JSON.stringify(own.skus), brands: JSON.stringify(own.brands) }
  const rows = db
    .prepare(
      `WITH ${outcomes} SELECT at, kind, before, brand, body, yours FROM outcomes
       WHERE kind IS NOT NULL AND (:kind IS NULL OR kind = :kind) AND (yours OR NOT :yours)
       ORDER BY id DESC LIMIT :limit OFFSET :offset`,
    )
    .all({ ...bound, kind, yours: Number(yours), offset, limit })
  const counted = countRows.parse(
    db
      .prepare(
        `WITH ${outcomes} SELECT kind, count(*) AS count, sum(yours) AS yours FROM outcomes WHERE kind IS NOT NULL GROUP BY kind`,
      )
      .all(bound),
  )
  const found = Object.fromEntries(counted.map(({ kind: one, count }) => [one, count]))
  return {
    counts: { added: 0, back: 0, gone: 0, cheaper: 0, dearer: 0, ...found },
    yours: counted.reduce((sum, one) => sum + one.yours, 0),
    changes: rows.map((row) => toChangeView(row)),
  }
}

function toChangeView(row: unknown): ChangeView {
  const { at, kind, before, brand, body, yours } = changeRow.parse(row)
  const variant = readVariant(JSON.parse(body), brand)
  if (variant === null) throw new Error('The catalog holds a change that cannot be read')
  const product = toProductRow(variant)
  const isSame = before !== null && compareDecimals(before, product.price.stableCoinValue) === 0
  return {
    kind,
    at: new Date(at).toISOString(),
    product,
    before: kind === 'added' || (kind === 'back' && isSame) ? null : before,
    yours,
  }
}

const at = z.int().optional()

/** Returns when (epoch ms) the user last saw the changes of a service's catalog; null for never. */
export function readSeenAt(cache: ReadableDb, source: string): number | null {
  return at.parse(cache.prepare('SELECT at FROM catalog_seen WHERE source = ?').pluck().get(source)) ?? null
}

/** Records that the user saw the changes at `now` (epoch ms). */
export function writeSeenAt(cache: WritableDb, source: string, now: number): void {
  cache.prepare('INSERT OR REPLACE INTO catalog_seen (source, at) VALUES (?, ?)').run(source, now)
}
