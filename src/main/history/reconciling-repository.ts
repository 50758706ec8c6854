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
