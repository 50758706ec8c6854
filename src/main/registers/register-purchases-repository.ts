import { z } from 'zod'
import { registerOutcomes, type RegisterOutcome } from '../../shared/registers/outcomes.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Reach } from './merge-page.ts'
import type { RegisterPurchase } from './parse-register-purchase.ts'

/** A list, identified by its service (see `serviceKey`) and the register's address. */
export interface RegisterList {
  readonly service: string
  readonly address: string
}

/** How far a list was read, and when its newest page was (epoch ms). */
export interface RegisterRead extends Reach {
  readonly readAt: number
}

const readRow = z
  .object({
    readAt: z.int(),
    depth: z.int(),
    moved: z.int(),
    since: z.int().nullable(),
    complete: z.int(),
    skipped: z.int(),
    total: z.int().nullable(),
  })
  .transform(({ complete, ...row }) => ({ ...row, complete: complete === 1 }))

const purchaseRows = z.array(
  z.object({
    id: z.string(),
    at: z.int(),
    outcome: z.enum(registerOutcomes),
    status: z.string(),
    product: z.string(),
    sku: z.string(),
    quantity: z.string(),
    currency: z.string(),
    amount: z.string().nullable(),
    coin: z.string(),
    paid: z.string().nullable(),
    chainId: z.int().nullable(),
    hash: z.string().nullable(),
  }),
)
const COLUMNS = `id, at, outcome, status, product, sku, quantity, currency, amount, coin, paid, chain_id AS chainId, hash`
const OF_LIST = 'service = :service AND address = :address'

/** Null before the first read. */
export function readRegisterRead(db: ReadableDb, { service, address }: RegisterList): RegisterRead | null {
  const sql = `SELECT read_at AS readAt, depth, moved, since, complete, skipped, total FROM register_reads WHERE ${OF_LIST}`
  const row = db.prepare(sql).get({ service, address })
  return row === undefined ? null : readRow.parse(row)
}

export function writeRegisterRead(db: WritableDb, { service, address }: RegisterList, read: RegisterRead): void {
  db.prepare(
    `INSERT INTO register_reads (service, address, read_at, depth, moved, since, complete, skipped, total)
     VALUES (:service, :address, :readAt, :depth, :moved, :since, :complete, :skipped, :total)
     ON CONFLICT (service, address) DO UPDATE SET read_at = :readAt, depth = :depth, moved = :moved, since = :since, complete = :complete,
       skipped = :skipped, total = :total`,
  ).run({ ...read, service, address, complete: read.complete ? 1 : 0 })
}

/** Stores the purchases of a page, replacing what was known of them. */
export function writeRegisterPurchases(
  db: WritableDb,
  { service, address }: RegisterList,
  purchases: readonly RegisterPurchase[],
  readAt: number,
): void {
  const write = db.prepare(
    `INSERT INTO register_purchases (service, address, id, at, outcome, status, product, sku, quantity, currency, amount, coin, paid, chain_id,
       hash, read_at)
     VALUES (:service, :address, :id, :at, :outcome, :status, :product, :sku, :quantity, :currency, :amount, :coin, :paid, :chainId,
       :hash, :readAt)
     ON CONFLICT (service, address, id) DO UPDATE SET at = :at, outcome = :outcome, status = :status, product = :product, sku = :sku,
       quantity = :quantity, currency = :currency, amount = :amount, coin = :coin, paid = :paid, chain_id = :chainId, hash = :hash,
       read_at = :readAt`,
  )
  for (const purchase of purchases) write.run({ ...purchase, service, address, readAt })
}

export function deleteRegisterPurchases(db: WritableDb, { service, address }: RegisterList): void {
  db.prepare(`DELETE FROM register_purchases WHERE ${OF_LIST}`).run({ service, address })
}

/** Deletes everything known of an address, for every service. */
export function forgetRegister(db: WritableDb, address: string): void {
  for (const table of ['register_reads', 'register_purchases'])
    db.prepare(`DELETE FROM ${table} WHERE address = ?`).run(address)
}

export function isRegisterPurchaseKnown(db: ReadableDb, { service, address }: RegisterList, id: string): boolean {
  return (
    db.prepare(`SELECT 1 FROM register_purchases WHERE ${OF_LIST} AND id = :id`).get({ service, address, id }) !==
    undefined
  )
}

const numberRow = z.object({ number: z.int() })
const momentRow = z.object({ number: z.int().nullable() })

export function countRegisterPurchases(
  db: ReadableDb,
  { service, address }: RegisterList,
  outcome: RegisterOutcome | null,
): number {
  const sql = `SELECT count(*) AS number FROM register_purchases WHERE ${OF_LIST} AND outcome = coalesce(:outcome, outcome)`
  return numberRow.parse(db.prepare(sql).get({ service, address, outcome })).number
}

/** Returns purchases, newest first. */
export function listRegisterPurchases(
  db: ReadableDb,
  { service, address }: RegisterList,
  { outcome, offset, limit }: { outcome: RegisterOutcome | null; offset: number; limit: number },
): RegisterPurchase[] {
  const sql = `SELECT ${COLUMNS} FROM register_purchases WHERE ${OF_LIST} AND outcome = coalesce(:outcome, outcome)
    ORDER BY at DESC, id LIMIT :limit OFFSET :offset`
  return purchaseRows.parse(db.prepare(sql).all({ service, address, outcome, offset, limit }))
}

/** Null if no purchase with that id was read. */
export function readRegisterPurchase(
  db: ReadableDb,
  { service, address }: RegisterList,
  id: string,
): RegisterPurchase | null {
  const sql = `SELECT ${COLUMNS} FROM register_purchases WHERE ${OF_LIST} AND id = :id`
  return purchaseRows.parse(db.prepare(sql).all({ service, address, id }))[0] ?? null
}

/** Returns the newest known time in a list (epoch ms); null if nothing is known. */
export function newestRegisterPurchase(db: ReadableDb, { service, address }: RegisterList): number | null {
  const sql = `SELECT max(at) AS number FROM register_purchases WHERE ${OF_LIST}`
  return momentRow.parse(db.prepare(sql).get({ service, address })).number
}

const alikeRows = z.array(
  z.object({
    outcome: z.enum(registerOutcomes),
    currency: z.string(),
    amount: z.string().nullable(),
    coin: z.string(),
    paid: z.string().nullable(),
    count: z.int(),
  }),
)
/** A group of equal purchases with their number. */
export type RegisterPurchasesAlike = z.output<typeof alikeRows>[number]

/** Returns the purchases from `from` until before `to` (epoch ms), grouped. */
export function readRegisterPurchasesAlike(
  db: ReadableDb,
  { service, address }: RegisterList,
  { from, to }: { from: number; to: number },
): RegisterPurchasesAlike[] {
  const sql = `SELECT outcome, currency, amount, coin, paid, count(*) AS count FROM register_purchases
    WHERE ${OF_LIST} AND at >= :from AND at < :to GROUP BY outcome, currency, amount, coin, paid`
  return alikeRows.parse(db.prepare(sql).all({ service, address, from, to }))
}

const countsRow = z.object({ all: z.int(), late: z.int() })

/** Counts the open purchases, and those of them from before `before` (epoch ms). */
export function countOpen(
  db: ReadableDb,
  { service, address }: RegisterList,
  before: number,
): { readonly all: number; readonly late: number } {
  const sql = `SELECT count(*) AS "all", count(*) FILTER (WHERE at < :before) AS late FROM register_purchases
    WHERE ${OF_LIST} AND outcome = 'on-its-way'`
  return countsRow.parse(db.prepare(sql).get({ service, address, before }))
}

/**
 * Returns how many purchases are newer than the newest open one that the last newest page did not contain; null if there is no such
 * purchase.
 */
export function positionOfUnsettled(db: ReadableDb, { service, address }: RegisterList, readAt: number): number | null {
  const unsettled = `SELECT max(at) AS number FROM register_purchases WHERE ${OF_LIST} AND outcome = 'on-its-way' AND read_at < :readAt`
  const { number: at } = momentRow.parse(db.prepare(unsettled).get({ service, address, readAt }))
  if (at === null) return null
  const newer = `SELECT count(*) AS number FROM register_purchases WHERE ${OF_LIST} AND at > :at`
  return numberRow.parse(db.prepare(newer).get({ service, address, at })).number
}

/** Records that the open purchases not older than `at` (epoch ms) were looked up, whether or not the page had them. */
export function markSearched(db: WritableDb, { service, address }: RegisterList, at: number, readAt: number): void {
  db.prepare(
    `UPDATE register_purchases SET read_at = :readAt WHERE ${OF_LIST} AND outcome = 'on-its-way' AND at >= :at AND read_at < :readAt`,
  ).run({ service, address, at, readAt })
}
