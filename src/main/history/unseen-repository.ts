import type { Address } from 'viem'
import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { AccountPlace } from './reconciling-repository.ts'

/** Used nonces of an account of which no node shows what used them. */
export interface Unseen extends AccountPlace {
  /** One more than the highest of them. */
  readonly below: number
  readonly count: number
  /** Whether they wait to be mined: what used those nonces in the end is still to be seen. */
  readonly waits: boolean
  /** The network's name and its block explorer, as the service gave them. */
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
 * Stores what is unseen of an account. A question about other nonces than the ones acknowledged is a new one. One that was found while
 * the clock was ahead is found now.
 */
export function writeUnseen(db: WritableDb, one: Omit<Unseen, 'acknowledged'>): void {
  db.prepare(
    `INSERT INTO unseen_transactions
       (profile_id, chain_instance, address, below, count, waits, network, explorer, found_at)
     VALUES (:profileId, :chainInstance, :address, :below, :count, :waits, :network, :explorer, :foundAt)
     ON CONFLICT DO UPDATE SET below = excluded.below, count = excluded.count, waits = excluded.waits,
       network = excluded.network, explorer = excluded.explorer, acknowledged_at = NULL,
       found_at = CASE WHEN acknowledged_at IS NULL THEN min(found_at, excluded.found_at) ELSE excluded.found_at END`,
  ).run({ ...one, waits: one.waits ? 1 : 0 })
}

/** Lists what is unseen, the newest first. */
export function listUnseen(db: ReadableDb): Unseen[] {
  const rows = db.prepare('SELECT * FROM unseen_transactions ORDER BY found_at DESC').all()
  return z
    .array(rowSchema)
    .parse(rows)
    .map((row) => ({
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

/** Reads what is unseen of an account; null where all is seen. */
export function readUnseen(db: ReadableDb, place: AccountPlace): Unseen | null {
  const isSame = (one: Unseen): boolean =>
    one.profileId === place.profileId && one.chainInstance === place.chainInstance && one.address === place.address
  return listUnseen(db).find(isSame) ?? null
}

/** The person has checked what this account did. */
export function acknowledgeUnseen(
  db: WritableDb,
  { profileId, chainInstance, address }: AccountPlace,
  at: number,
): void {
  db.prepare(
    `UPDATE unseen_transactions SET acknowledged_at = ? WHERE profile_id = ? AND chain_instance = ? AND address = ?`,
  ).run(at, profileId, chainInstance, address)
}

/** Forgets a question that no longer stands. */
export function deleteUnseen(db: WritableDb, { profileId, chainInstance, address }: AccountPlace): void {
  db.prepare('DELETE FROM unseen_transactions WHERE profile_id = ? AND chain_instance = ? AND address = ?').run(
    profileId,
    chainInstance,
    address,
  )
}
