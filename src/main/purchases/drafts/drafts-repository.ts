import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { seenProductSchema, type SeenProduct } from '../../favourites/seen-product.ts'

export interface StoredDraft {
  readonly id: string
  /** The key of the service that sells it. */
  readonly service: string
  /** Epoch milliseconds. */
  readonly savedAt: number
  readonly product: SeenProduct
  /** Null once it was bought. */
  readonly sealedDelivery: Uint8Array | null
  readonly paymentMethod: { readonly networkKey: string; readonly tokenKey: string } | null
  /** The purchase that it became. */
  readonly purchaseId: string | null
}

const row = z
  .object({
    id: z.uuid(),
    service: z.string(),
    saved_at: z.int(),
    product: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(seenProductSchema),
    delivery: z.instanceof(Uint8Array).nullable(),
    network_key: z.string().nullable(),
    token_key: z.string().nullable(),
    purchase_id: z.uuid().nullable(),
  })
  .transform(({ id, service, saved_at, product, delivery, network_key, token_key, purchase_id }): StoredDraft => ({
    id,
    service,
    savedAt: saved_at,
    product,
    sealedDelivery: delivery,
    paymentMethod: network_key === null || token_key === null ? null : { networkKey: network_key, tokenKey: token_key },
    purchaseId: purchase_id,
  }))

/** Everything prepared with a service (see `serviceKey`) and not bought, the latest first. */
export function listDrafts(db: ReadableDb, service: string): StoredDraft[] {
  const sql = 'SELECT * FROM drafts WHERE service = ? AND purchase_id IS NULL ORDER BY saved_at DESC, id'
  return z.array(row).parse(db.prepare(sql).all(service))
}

/** What was prepared as `id`, bought or not; null where it never was, or was removed. */
export function readDraft(db: ReadableDb, id: string): StoredDraft | null {
  const found: unknown = db.prepare('SELECT * FROM drafts WHERE id = ?').get(id)
  return found === undefined ? null : row.parse(found)
}

/** Keeps what is prepared; one that was bought meanwhile stays as it is. Answers whether it was kept. */
export function writeDraft(
  db: WritableDb,
  { id, service, savedAt, product, sealedDelivery, paymentMethod }: Omit<StoredDraft, 'purchaseId'>,
): boolean {
  const written = db
    .prepare(
      `INSERT INTO drafts (id, service, saved_at, sku, product, delivery, network_key, token_key)
       VALUES (:id, :service, :savedAt, :sku, :product, :sealedDelivery, :networkKey, :tokenKey)
       ON CONFLICT (id) DO UPDATE SET saved_at = excluded.saved_at, sku = excluded.sku, product = excluded.product,
         delivery = excluded.delivery, network_key = excluded.network_key, token_key = excluded.token_key
       WHERE purchase_id IS NULL`,
    )
    .run({
      id,
      service,
      savedAt,
      sku: product.sku,
      product: JSON.stringify(product),
      sealedDelivery,
      networkKey: paymentMethod?.networkKey ?? null,
      tokenKey: paymentMethod?.tokenKey ?? null,
    })
  return written.changes === 1
}

/** Removes what was prepared; one that was bought stays, so that it can say what became of it. */
export function deleteDraft(db: WritableDb, id: string): void {
  db.prepare('DELETE FROM drafts WHERE id = ? AND purchase_id IS NULL').run(id)
}

/**
 * Lets what was prepared become a purchase that is stored already; to be called in that transaction. False (and nothing written) where
 * it is for another product, gone, or was bought.
 */
export function takeDraft(db: WritableDb, id: string, sku: string, purchaseId: string): boolean {
  const sql = 'UPDATE drafts SET purchase_id = ?, delivery = NULL WHERE id = ? AND sku = ? AND purchase_id IS NULL'
  return db.prepare(sql).run(purchaseId, id, sku).changes === 1
}
