import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

export interface RememberedAddress {
  readonly profileId: string
  /** Chain id and genesis hash, `31337:0x…`. */
  readonly chainInstance: string
  readonly address: string
  /** Epoch milliseconds. */
  readonly firstSeen: number
}

const rows = z.array(z.object({ address: z.string() }))

/** Remembers an address that a profile paid; a known address keeps its first time. */
export function rememberAddress(
  db: WritableDb,
  { profileId, chainInstance, address, firstSeen }: RememberedAddress,
): void {
  db.prepare(
    'INSERT OR IGNORE INTO remembered_addresses (profile_id, chain_instance, address, first_seen) VALUES (?, ?, ?, ?)',
  ).run(profileId, chainInstance, address.toLowerCase(), firstSeen)
}

/** Returns the addresses that a profile has paid on a chain, in lower case, oldest first; empty before the first payment. */
export function readRememberedAddresses(db: ReadableDb, profileId: string, chainInstance: string): string[] {
  const sql =
    'SELECT address FROM remembered_addresses WHERE profile_id = ? AND chain_instance = ? ORDER BY first_seen, rowid'
  return rows.parse(db.prepare(sql).all(profileId, chainInstance)).map((row) => row.address)
}

/** Copies a profile's addresses to its successor, so that an edit does not make Till trust a new address without asking. */
export function copyRememberedAddresses(db: WritableDb, fromProfileId: string, toProfileId: string): void {
  db.prepare(
    `INSERT OR IGNORE INTO remembered_addresses (profile_id, chain_instance, address, first_seen)
     SELECT ?, chain_instance, address, first_seen FROM remembered_addresses WHERE profile_id = ? ORDER BY first_seen`,
  ).run(toProfileId, fromProfileId)
}
