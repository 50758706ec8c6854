import type { Address } from 'viem'
import { z } from 'zod'
import { address } from '../../shared/scalars.ts'
import { frozenNetworkSchema, type FrozenNetwork } from '../chain/frozen-network.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { readIds } from '../db/read-ids.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import { readSteps } from '../engine/steps/step-repository.ts'

const rowSchema = z.object({
  id: z.uuid(),
  created_at: z.int(),
  profile_id: z.string(),
  chain_instance: z.string(),
  from_address: address,
  token: address,
  spender: address,
  network: z.string().transform((text) => frozenNetworkSchema.parse(JSON.parse(text))),
})

export interface NewRevocation {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly token: Address
  readonly spender: Address
  readonly network: FrozenNetwork
}

/** A revocation with its one step. */
export interface RevocationRecord extends NewRevocation {
  readonly step: StepRecord
}

/** Stores a revocation; must run in the transaction that stores its signed bytes. */
export function insertRevocation(db: WritableDb, one: NewRevocation): void {
  db.prepare(
    `INSERT INTO revocations (id, created_at, profile_id, chain_instance, from_address, network, token, spender)
     VALUES (:id, :createdAt, :profileId, :chainInstance, :from, :network, :token, :spender)`,
  ).run({ ...one, network: JSON.stringify(one.network) })
}

/** Reads the revocation `id` with its step, or null. */
export function readRevocation(db: ReadableDb, id: string): RevocationRecord | null {
  const row: unknown = db.prepare('SELECT * FROM revocations WHERE id = ?').get(id)
  const [step] = readSteps(db, id)
  if (row === undefined || step === undefined) return null
  const { created_at: createdAt, profile_id: profileId, chain_instance: chainInstance, ...rest } = rowSchema.parse(row)
  const { from_address: from, token, spender, network } = rest
  return { id, createdAt, profileId, chainInstance, from, token, spender, network, step }
}

const OPEN = "s.state IN ('signed', 'mined', 'confirmed')"

/** Lists the ids of revocations that the chain can still change, oldest first. */
export function listOpenRevocations(db: ReadableDb): string[] {
  const rows = db
    .prepare(
      `SELECT r.id FROM revocations r JOIN steps s ON s.intent_id = r.id WHERE ${OPEN} ORDER BY r.created_at, r.id`,
    )
    .all()
  return readIds(rows)
}

/** Returns whether a profile still has a revocation that the chain can change. */
export function hasOpenRevocations(db: ReadableDb, profileId: string): boolean {
  const row = db
    .prepare(
      `SELECT 1 FROM revocations r JOIN steps s ON s.intent_id = r.id WHERE ${OPEN} AND r.profile_id = ? LIMIT 1`,
    )
    .get(profileId)
  return row !== undefined
}

type AllowancePlace = Pick<NewRevocation, 'chainInstance' | 'from' | 'token' | 'spender'>

/** Finds the newest revocation of one allowance, or null; its record is null if it is damaged. */
export function findNewestRevocation(
  db: ReadableDb,
  one: AllowancePlace,
): { readonly id: string; readonly record: RevocationRecord | null } | null {
  const rows = db
    .prepare(
      `SELECT id FROM revocations
       WHERE chain_instance = ? AND from_address = ? AND lower(token) = lower(?) AND lower(spender) = lower(?)
       ORDER BY rowid DESC LIMIT 1`,
    )
    .all(one.chainInstance, one.from, one.token, one.spender)
  const [newest] = readIds(rows)
  if (newest === undefined) return null
  return { id: newest, record: nullIfDamaged(() => readRevocation(db, newest)) }
}
