import type { Address } from 'viem'
import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { AccountPlace } from './reconciling-repository.ts'

/** Used nonces of an account whose transactions no node shows. */
export interface UnseenNonces extends AccountPlace {
  /** One more than the highest of them. */
  readonly below: number
  readonly count: number
  /** Whether they are pending: what finally uses those nonces is still open. */
  readonly waits: boolean
  /** The network's name and block explorer, as the service gave them. */
  readonly network: string
  readonly explorer: string
  /** Epoch milliseconds. */
  readonly foundAt: number
  readonly acknowledged: boolean
}

const rowSchema = z.object({
  profile_id: z.string(),
  chain_instance: z.string(),
  address: z.string() as unknown as z.ZodType<Address>,
  below: z.int(),
  count: z.int(),
  waits: z.int(),
  network: z.string(),
  explorer: z.string(),
  found_at: z.int(),
  acknowledged_at: z.int().nullable(),
})

/**
 * Stores an account's unseen nonces. Other nonces than the acknowledged ones make a new question. A discovery time from a clock that was
 * ahead becomes the current time.
 */
export function writeUnseen(db: WritableDb, one: Omit<UnseenNonces, 'acknowledged'>): void {
  db.prepare(
    `INSERT INTO unseen_transactions
       (profile_id, chain_instance, address, below, count, waits, network, explorer, found_at)
     VALUES (:profileId, :chainInstance, :address, :below, :count, :waits, :network, :explorer, :foundAt)
     ON CONFLICT DO UPDATE SET below = excluded.below, count = excluded.count, waits = excluded.waits,
       network = excluded.network, explorer = excluded.explorer, acknowledged_at = NULL,
       found_at = CASE WHEN acknowledged_at IS NULL THEN min(found_at, excluded.found_at) ELSE excluded.found_at END`,
  ).run({ ...one, waits: one.waits ? 1 : 0 })
}

const rowsSchema = z.array(rowSchema)

/** Returns the unseen nonces, newest first. */
export function listUnseen(db: ReadableDb): UnseenNonces[] {
  const rows = db.prepare('SELECT * FROM unseen_transactions ORDER BY found_at DESC').all()
  return rowsSchema.parse(rows).map((row) => ({
    profileId: row.profile_id,
    chainInstance: row.chain_instance,
    address: row.address,
    below: row.below,
    count: row.count,
    waits: row.waits === 1,
    network: row.network,
    explorer: row.explorer,
    foundAt: row.found_at,
    acknowledged: row.acknowledged_at !== null,
  }))
}

/** Returns an account's unseen nonces; null if there are none. */
export function readUnseen(db: ReadableDb, place: AccountPlace): UnseenNonces | null {
  const isSame = (one: UnseenNonces): boolean =>
    one.profileId === place.profileId && one.chainInstance === place.chainInstance && one.address === place.address
  return listUnseen(db).find(isSame) ?? null
}

/** Records that the user has checked the account's activity. */
export function acknowledgeUnseen(
  db: WritableDb,
  { profileId, chainInstance, address }: AccountPlace,
  at: number,
): void {
  db.prepare(
    `UPDATE unseen_transactions SET acknowledged_at = ? WHERE profile_id = ? AND chain_instance = ? AND address = ?`,
  ).run(at, profileId, chainInstance, address)
}

/** Deletes a question that no longer applies. */
export function deleteUnseen(db: WritableDb, { profileId, chainInstance, address }: AccountPlace): void {
  db.prepare('DELETE FROM unseen_transactions WHERE profile_id = ? AND chain_instance = ? AND address = ?').run(
    profileId,
    chainInstance,
    address,
  )
}
