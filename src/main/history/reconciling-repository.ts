import type { Address, Hash } from 'viem'
import { z } from 'zod'
import type { Database } from '../db/open-database.ts'

/** One account of a profile on one chain. */
export interface AccountPlace {
  readonly profileId: string
  readonly chainInstance: string
  readonly address: Address
}

/** Where an account was last found explained: every nonce below `below`, at an epoch time in milliseconds. */
export function readReconciled(db: Database, place: AccountPlace): { below: number; at: number } | null {
  const row = db
    .prepare('SELECT below, at FROM reconciled_accounts WHERE profile_id = ? AND chain_instance = ? AND address = ?')
    .get(place.profileId, place.chainInstance, place.address)
  return row === undefined ? null : z.object({ below: z.int(), at: z.int() }).parse(row)
}

/** Notes that an account's nonces below `below` are explained. */
export function writeReconciled(db: Database, place: AccountPlace, below: number, at: number): void {
  db.prepare(
    `INSERT INTO reconciled_accounts (profile_id, chain_instance, address, below, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET below = excluded.below, at = excluded.at`,
  ).run(place.profileId, place.chainInstance, place.address, below, at)
}

/** When this ledger came out of a backup, in epoch milliseconds; null for one that never did. */
export function readRestoredAt(db: Database): number | null {
  return z.object({ restored_at: z.int().nullable() }).parse(db.prepare('SELECT restored_at FROM ledger_state').get())
    .restored_at
}

/** Nonces from `least` on that one of our own transactions used or is to use. */
export function readOwnNonces(db: Database, { chainInstance, address }: AccountPlace, least: number): Set<number> {
  const rows = db
    .prepare(
      `SELECT nonce FROM steps
       WHERE chain_instance = ? AND from_address = ? AND nonce >= ? AND state <> 'superseded'`,
    )
    .all(chainInstance, address, least)
  return new Set(
    z
      .array(z.object({ nonce: z.int() }))
      .parse(rows)
      .map(({ nonce }) => nonce),
  )
}

/** Whether a transaction was signed here. */
export function isOwnHash(db: Database, hash: Hash): boolean {
  return db.prepare('SELECT 1 FROM signed_transactions WHERE hash = ?').get(hash.toLowerCase()) !== undefined
}

const foreignSchema = z.object({
  hash: z.string() as unknown as z.ZodType<Hash>,
  token: z.string(),
  amount: z.string(),
  product: z.string().nullable(),
  status: z.string().nullable(),
  transaction_id: z.string().nullable(),
  happened_at: z.string().nullable(),
  found_at: z.int(),
  acknowledged_at: z.int().nullable(),
})

/** A payment out of an account that this ledger did not make. */
export interface ForeignPayment {
  readonly hash: Hash
  readonly token: string
  /** Exact decimal text, as far as it is known. */
  readonly amount: string
  /** What the service says of it; null for a payment that it does not have. */
  readonly spend: { readonly transactionId: string; readonly product: string; readonly status: string } | null
  /** ISO time, or null where nobody says. */
  readonly happenedAt: string | null
  readonly acknowledged: boolean
}

/** Stores what was found, or what the service says of it by now. */
export function writeForeignPayment(
  db: Database,
  { profileId, address }: Pick<AccountPlace, 'profileId' | 'address'>,
  chainInstance: string | null,
  payment: Omit<ForeignPayment, 'acknowledged'>,
  foundAt: number,
): void {
  const { hash, token, amount, spend, happenedAt } = payment
  db.prepare(
    `INSERT INTO foreign_payments
       (hash, profile_id, chain_instance, address, token, amount, product, status, transaction_id, happened_at, found_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET product = coalesce(excluded.product, product), status = coalesce(excluded.status, status),
       transaction_id = coalesce(excluded.transaction_id, transaction_id),
       happened_at = coalesce(excluded.happened_at, happened_at)`,
  ).run(
    hash,
    profileId,
    chainInstance,
    address,
    token,
    amount,
    spend?.product ?? null,
    spend?.status ?? null,
    spend?.transactionId ?? null,
    happenedAt,
    foundAt,
  )
}

/** Payments made elsewhere, newest found first. */
export function listForeignPayments(db: Database): ForeignPayment[] {
  const rows = db.prepare('SELECT * FROM foreign_payments ORDER BY happened_at DESC, found_at DESC, hash').all()
  return z
    .array(foreignSchema)
    .parse(rows)
    .map((row) => ({
      hash: row.hash,
      token: row.token,
      amount: row.amount,
      spend:
        row.transaction_id === null
          ? null
          : { transactionId: row.transaction_id, product: row.product ?? '', status: row.status ?? '' },
      happenedAt: row.happened_at,
      acknowledged: row.acknowledged_at !== null,
    }))
}

/** The person has seen a payment that the service does not have. */
export function acknowledgeForeignPayment(db: Database, hash: string, at: number): void {
  db.prepare('UPDATE foreign_payments SET acknowledged_at = ? WHERE hash = ?').run(at, hash)
}
