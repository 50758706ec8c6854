import { z } from 'zod'
import { changeKinds, type ChangeKind, type ChangeView } from '../../shared/catalog-views.ts'
import type { Database } from '../db/open-database.ts'
import { readVariant, type BrandContext } from '../service/read-variant.ts'
import { toProductRow } from './variant-view.ts'

export interface Change {
  readonly kind: ChangeKind
  readonly sku: string
  /** The price in coins before; null for one that is new. */
  readonly before: string | null
  readonly brand: BrandContext
  /** The variant's JSON: as it is, or as it last was. */
  readonly body: string
}

const KEPT_MS = 60 * 24 * 3_600_000

/** Notes a change at `at` (epoch ms). */
export function writeChange(db: Database, at: number, { kind, sku, before, brand, body }: Change): void {
  db.prepare('INSERT INTO catalog_changes (at, kind, sku, before, brand, body) VALUES (?, ?, ?, ?, ?, ?)').run(
    ...[at, kind, sku, before, JSON.stringify(brand), body],
  )
}

/** Forgets changes of more than 60 days before `at` (epoch ms), and any from a clock that was ahead. */
export function deleteOldChanges(db: Database, at: number): void {
  db.prepare('DELETE FROM catalog_changes WHERE at < ? OR at > ?').run(at - KEPT_MS, at)
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
})
const countRows = z.array(z.object({ kind: z.enum(changeKinds), count: z.int() }))

// Of what happened to one product since, only the outcome counts: against the first price, and nothing for one that came and went.
const outcomes = `outcomes AS (
  SELECT last.id, last.at, last.brand, last.body, first.before,
    CASE WHEN last.kind = 'gone' AND first.kind = 'added' THEN NULL
         WHEN last.kind = 'gone' THEN 'gone'
         WHEN first.kind = 'added' THEN 'added'
         WHEN CAST(last.body ->> '$.price.stableCoinValue' AS REAL) < CAST(first.before AS REAL) THEN 'cheaper'
         WHEN CAST(last.body ->> '$.price.stableCoinValue' AS REAL) > CAST(first.before AS REAL) THEN 'dearer' END AS kind
  FROM (SELECT min(id) AS first_id, max(id) AS last_id FROM catalog_changes WHERE at > :since GROUP BY sku) ends
  JOIN catalog_changes first ON first.id = ends.first_id JOIN catalog_changes last ON last.id = ends.last_id)`

/** What became of products after `since` (epoch ms), the newest first, and how many there are of each kind. */
export function readChanges(
  db: Database,
  since: number,
  kind: ChangeKind | null,
  { offset, limit }: { offset: number; limit: number },
): { counts: Record<ChangeKind, number>; changes: ChangeView[] } {
  const rows = db
    .prepare(
      `WITH ${outcomes} SELECT at, kind, before, brand, body FROM outcomes WHERE kind IS NOT NULL AND (:kind IS NULL OR kind = :kind)
       ORDER BY id DESC LIMIT :limit OFFSET :offset`,
    )
    .all({ since, kind, offset, limit })
  const counted = db
    .prepare(`WITH ${outcomes} SELECT kind, count(*) AS count FROM outcomes WHERE kind IS NOT NULL GROUP BY kind`)
    .all({ since })
  const found = Object.fromEntries(countRows.parse(counted).map(({ kind: one, count }) => [one, count]))
  return {
    counts: { added: 0, gone: 0, cheaper: 0, dearer: 0, ...found },
    changes: rows.map((row) => toChangeView(row)),
  }
}

function toChangeView(row: unknown): ChangeView {
  const { at, kind, before, brand, body } = changeRow.parse(row)
  const variant = readVariant(JSON.parse(body), brand)
  if (variant === null) throw new Error('The catalog holds a change that can not be read')
  return {
    kind,
    at: new Date(at).toISOString(),
    product: toProductRow(variant),
    before: kind === 'added' ? null : before,
  }
}
