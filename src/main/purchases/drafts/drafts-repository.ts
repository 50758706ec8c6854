import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { seenProductSchema, type SeenProduct } from '../../favourites/seen-product.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Sealer } from '../../db/seal.ts'

/** The unchecked values typed for a product, by the fields' names. */
const typedSchema = z.object({ reference: z.string(), fields: z.record(z.string(), z.string()) })
export type Typed = z.output<typeof typedSchema>

/** Returns the purpose that a draft's typed values are sealed for. */
const purpose = (draftId: string): string => `draft ${draftId} delivery`

/** Seals what was typed; throws SealError while there is no records key. */
export function sealDraft(sealer: Sealer, draftId: string, typed: Typed): Uint8Array {
  return sealer.seal(JSON.stringify(typedSchema.parse(typed)), purpose(draftId))
}

/** Opens what was typed; throws SealError if the records key does not open it. */
export function openDraft(sealer: Sealer, draftId: string, box: Uint8Array): Typed {
  return typedSchema.parse(JSON.parse(sealer.unseal(box, purpose(draftId))))
}

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

const rowList = z.array(row)

/** Lists the unbought drafts for a service (see `serviceKey`), newest first. */
export function listDrafts(db: ReadableDb, service: string): StoredDraft[] {
  const sql = 'SELECT * FROM drafts WHERE service = ? AND purchase_id IS NULL ORDER BY saved_at DESC, id'
  return rowList.parse(db.prepare(sql).all(service))
}

/** Reads a draft, bought or not; null if it never existed or was removed. */
export function readDraft(db: ReadableDb, id: string): StoredDraft | null {
  const found: unknown = db.prepare('SELECT * FROM drafts WHERE id = ?').get(id)
  return found === undefined ? null : row.parse(found)
}

/** Stores a draft, unless it was bought meanwhile. Returns whether it was stored. */
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

/** Removes a draft, unless it was bought: a bought one names its purchase. */
export function deleteDraft(db: WritableDb, id: string): void {
  db.prepare('DELETE FROM drafts WHERE id = ? AND purchase_id IS NULL').run(id)
}

/**
 * Turns a draft into a stored purchase; must run in that transaction. Returns false (and writes nothing) if the draft is for another
 * product, gone, or already bought.
 */
export function markDraftBought(db: WritableDb, id: string, sku: string, purchaseId: string): boolean {
  const sql = 'UPDATE drafts SET purchase_id = ?, delivery = NULL WHERE id = ? AND sku = ? AND purchase_id IS NULL'
  return db.prepare(sql).run(purchaseId, id, sku).changes === 1
}

/** Returns the AppError for a draft that another wallet is asked to pay for. */
export function draftAsked(): AppError {
  return new AppError('not-allowed', 'Another wallet may pay for it', { details: { reason: 'draft-asked' } })
}

/** Returns the AppError for a draft that already became a purchase, or is gone. */
export function draftBought(): AppError {
  return new AppError('not-allowed', 'What was prepared was bought or removed', { details: { reason: 'draft-bought' } })
}
