import type { Address, Hash } from 'viem'
import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { AccountPlace } from './reconciling-repository.ts'

/** The service's record of a payment that this ledger did not make. */
export interface ForeignSpend {
  readonly transactionId: string
  readonly product: string
  readonly status: string
}

/** The chain's record of it; null for what was not stored. */
export interface ForeignChainRecord {
  readonly chainInstance: string | null
  readonly network: string | null
  /** The address of the network's block explorer, as the service gave it. */
  readonly explorer: string | null
  readonly recipient: string | null
}

/** A payment from an account that this ledger did not make. */
export interface ForeignPayment {
  readonly hash: Hash
  readonly profileId: string
  readonly address: Address
  readonly token: string
  /** Exact decimal text, if known. */
  readonly amount: string
  /** Null for a payment that the service does not have. */
  readonly spend: ForeignSpend | null
  readonly chainRecord: ForeignChainRecord
  /** ISO time, or null if unknown. */
  readonly happenedAt: string | null
  /** Epoch milliseconds. */
  readonly foundAt: number
  readonly acknowledged: boolean
  /** Whether this ledger has signed bytes of it: it was taken over as a purchase since, or its purchase is damaged. */
  readonly isOwn: boolean
}

/** The SQL condition for a row of `foreign_payments` that this ledger has signed bytes of. */
export const IS_OWN = `(EXISTS (SELECT 1 FROM signed_transactions s WHERE s.hash = foreign_payments.hash)
  OR EXISTS (SELECT 1 FROM steps m WHERE m.mined_hash = foreign_payments.hash))`

const rowSchema = z.object({
  hash: z.string() as unknown as z.ZodType<Hash>,
  profile_id: z.string(),
  address: z.string() as unknown as z.ZodType<Address>,
  token: z.string(),
  amount: z.string(),
  product: z.string().nullable(),
  status: z.string().nullable(),
  transaction_id: z.string().nullable(),
  chain_instance: z.string().nullable(),
  network: z.string().nullable(),
  explorer: z.string().nullable(),
  recipient: z.string().nullable(),
  happened_at: z.string().nullable(),
  found_at: z.int(),
  acknowledged_at: z.int().nullable(),
  is_own: z.int(),
})

/** Stores a new payment, or updates it with what is now known. */
export function writeForeignPayment(
  db: WritableDb,
  { profileId, address }: Pick<AccountPlace, 'profileId' | 'address'>,
  payment: Pick<ForeignPayment, 'hash' | 'token' | 'amount' | 'happenedAt'> & {
    readonly spend?: ForeignSpend
    readonly chainRecord?: ForeignChainRecord
  },
  foundAt: number,
): void {
  const { hash, token, amount, spend, chainRecord, happenedAt } = payment
  db.prepare(
    `INSERT INTO foreign_payments
       (hash, profile_id, address, token, amount, product, status, transaction_id, chain_instance, network, explorer,
        recipient, happened_at, found_at)
     VALUES (:hash, :profileId, :address, :token, :amount, :product, :status, :transactionId, :chainInstance, :network, :explorer,
       :recipient, :happenedAt, :foundAt)
     ON CONFLICT DO UPDATE SET product = coalesce(excluded.product, product), status = coalesce(excluded.status, status),
       transaction_id = coalesce(excluded.transaction_id, transaction_id), network = coalesce(excluded.network, network),
       explorer = coalesce(excluded.explorer, explorer), recipient = coalesce(excluded.recipient, recipient),
       happened_at = coalesce(excluded.happened_at, happened_at)`,
  ).run({
    hash,
    profileId,
    address,
    token,
    amount,
    product: spend?.product ?? null,
    status: spend?.status ?? null,
    transactionId: spend?.transactionId ?? null,
    chainInstance: chainRecord?.chainInstance ?? null,
    network: chainRecord?.network ?? null,
    explorer: chainRecord?.explorer ?? null,
    recipient: chainRecord?.recipient ?? null,
    happenedAt,
    foundAt,
  })
}

/** Returns payments made elsewhere, newest first. */
export function listForeignPayments(db: ReadableDb): ForeignPayment[] {
  const sql = `SELECT *, ${IS_OWN} AS is_own FROM foreign_payments ORDER BY happened_at DESC, found_at DESC, hash`
  return db.prepare(sql).all().map(toForeignPayment)
}

/** Returns one payment made elsewhere; null if there is none. */
export function readForeignPayment(db: ReadableDb, hash: string): ForeignPayment | null {
  const row = db.prepare(`SELECT *, ${IS_OWN} AS is_own FROM foreign_payments WHERE hash = ?`).get(hash)
  return row === undefined ? null : toForeignPayment(row)
}

function toForeignPayment(stored: unknown): ForeignPayment {
  const row = rowSchema.parse(stored)
  return {
    hash: row.hash,
    profileId: row.profile_id,
    address: row.address,
    token: row.token,
    amount: row.amount,
    spend:
      row.transaction_id === null
        ? null
        : { transactionId: row.transaction_id, product: row.product ?? '', status: row.status ?? '' },
    chainRecord: {
      chainInstance: row.chain_instance,
      network: row.network,
      explorer: row.explorer,
      recipient: row.recipient,
    },
    happenedAt: row.happened_at,
    foundAt: row.found_at,
    acknowledged: row.acknowledged_at !== null,
    isOwn: row.is_own === 1,
  }
}

/**
 * Returns whether an account made a payment, to `recipient` if given, that neither this ledger nor the service explains, and the user has
 * not acknowledged.
 */
export function hasUnacknowledged(db: ReadableDb, address: Address, recipient: Address | null = null): boolean {
  const unanswered = `SELECT 1 FROM foreign_payments
    WHERE lower(address) = lower(@address) AND transaction_id IS NULL AND acknowledged_at IS NULL
      AND (@recipient IS NULL OR lower(recipient) = lower(@recipient)) LIMIT 1`
  return db.prepare(unanswered).get({ address, recipient }) !== undefined
}

/** Records that the user has seen a payment unknown to the service. */
export function acknowledgeForeignPayment(db: WritableDb, hash: string, at: number): void {
  db.prepare('UPDATE foreign_payments SET acknowledged_at = ? WHERE hash = ?').run(at, hash)
}
