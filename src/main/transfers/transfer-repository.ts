import type { Address } from 'viem'
import { z } from 'zod'
import { address, units } from '../../shared/scalars.ts'
import { frozenNetworkSchema, type FrozenNetwork } from '../chain/frozen-network.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { readIds } from '../db/read-ids.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import { readSteps } from '../engine/steps/step-repository.ts'

const coinSchema = z.object({ symbol: z.string(), decimals: z.int() })
const rowSchema = z.object({
  id: z.uuid(),
  created_at: z.int(),
  profile_id: z.string(),
  chain_instance: z.string(),
  from_address: address,
  network: z.string().transform((text) => frozenNetworkSchema.parse(JSON.parse(text))),
  coin: z.string().transform((text) => coinSchema.parse(JSON.parse(text))),
  token: address.nullable(),
  units,
  recipient: address,
  name: z.instanceof(Uint8Array).nullable(),
})

export interface NewTransfer {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly network: FrozenNetwork
  readonly coin: z.output<typeof coinSchema>
  /** Null for the native coin. */
  readonly token: Address | null
  readonly units: bigint
  readonly recipient: Address
  /** The person's name for the recipient, sealed; null for none. */
  readonly sealedName: Uint8Array | null
}

/** A stored transfer, with the time (epoch milliseconds) from which limits count it. */
export interface CountedTransfer extends NewTransfer {
  readonly countedAt: number
}

/** A transfer with its one step. */
export interface TransferRecord extends NewTransfer {
  readonly step: StepRecord
}

/** Stores a transfer; must run in the transaction that stores its signed bytes. */
export function insertTransfer(db: WritableDb, one: CountedTransfer): void {
  db.prepare(
    `INSERT INTO transfers
       (id, created_at, counted_at, profile_id, chain_instance, from_address, network, coin, token, units, recipient, name)
     VALUES (:id, :createdAt, :countedAt, :profileId, :chainInstance, :from, :network, :coin, :token, :units, :recipient, :sealedName)`,
  ).run({
    id: one.id,
    createdAt: one.createdAt,
    countedAt: one.countedAt,
    profileId: one.profileId,
    chainInstance: one.chainInstance,
    from: one.from,
    network: JSON.stringify(one.network),
    coin: JSON.stringify(one.coin),
    token: one.token,
    units: one.units.toString(),
    recipient: one.recipient,
    sealedName: one.sealedName,
  })
}

/** Reads the transfer `id` with its step, or null. */
export function readTransfer(db: ReadableDb, id: string): TransferRecord | null {
  const found: unknown = db.prepare('SELECT * FROM transfers WHERE id = ?').get(id)
  const [step] = readSteps(db, id)
  if (found === undefined || step === undefined) return null
  const row = rowSchema.parse(found)
  return {
    id: row.id,
    createdAt: row.created_at,
    profileId: row.profile_id,
    chainInstance: row.chain_instance,
    from: row.from_address,
    network: row.network,
    coin: row.coin,
    token: row.token,
    units: row.units,
    recipient: row.recipient,
    sealedName: row.name,
    step,
  }
}

const count = z.object({ total: z.int() })
const OPEN = "s.state IN ('signed', 'mined', 'confirmed')"

/** Lists transfers, newest first, with their total number. */
export function listTransfers(
  db: ReadableDb,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly transfers: TransferRecord[]; readonly total: number } {
  const rows = db.prepare('SELECT id FROM transfers ORDER BY created_at DESC, id LIMIT ? OFFSET ?').all(limit, offset)
  const { total } = count.parse(db.prepare('SELECT count(*) AS total FROM transfers').get())
  return {
    transfers: readSoundTransfers(db, readIds(rows)),
    total,
  }
}

/** Reads transfers, without damaged ones. */
export function readSoundTransfers(db: ReadableDb, ids: readonly string[]): TransferRecord[] {
  return ids.flatMap((id) => nullIfDamaged(() => readTransfer(db, id)) ?? [])
}

const searchedRows = z.array(
  z.object({
    id: z.string(),
    created_at: z.int(),
    recipient: z.string(),
    name: z.instanceof(Uint8Array).nullable(),
    units: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    network: z.string(),
    hashes: z.string(),
  }),
)

/** A transfer with what a search reads. */
export type SearchedTransfer = z.output<typeof searchedRows>[number]

/** Reads as many undamaged transfers, newest first, after one of them. */
export function readSearchedTransfers(
  db: ReadableDb,
  after: SearchedTransfer | null,
  limit: number,
): SearchedTransfer[] {
  const rows = db
    .prepare(
      `SELECT * FROM (
         SELECT id, created_at, recipient, name, units, ${jsonField('coin', '$.symbol')} AS symbol,
           ${jsonField('coin', '$.decimals')} AS decimals, ${jsonField('network', '$.name')} AS network,
           (SELECT coalesce(group_concat(hash, ' '), '') FROM signed_transactions WHERE intent_id = t.id) AS hashes
         FROM transfers t WHERE created_at <= :at AND (created_at < :at OR id > :id))
       WHERE symbol IS NOT NULL AND decimals IS NOT NULL AND network IS NOT NULL
       ORDER BY created_at DESC, id LIMIT :limit`,
    )
    .all({ at: after?.created_at ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? '', limit })
  return searchedRows.parse(rows)
}

/** Lists the ids of transfers that the chain can still change, oldest first. */
export function listOpenTransfers(db: ReadableDb): string[] {
  const rows = db
    .prepare(
      `SELECT t.id FROM transfers t JOIN steps s ON s.intent_id = t.id WHERE ${OPEN} ORDER BY t.created_at, t.id`,
    )
    .all()
  return readIds(rows)
}

/** Returns whether a profile still has a transfer that the chain can change. */
export function hasOpenTransfers(db: ReadableDb, profileId: string): boolean {
  const sql = `SELECT 1 FROM transfers t JOIN steps s ON s.intent_id = t.id WHERE ${OPEN} AND t.profile_id = ? LIMIT 1`
  return db.prepare(sql).get(profileId) !== undefined
}

const sentRows = z.array(z.object({ recipient: address, first: z.int(), last: z.int() }))

/** Reads every address that coins were sent to, or may still arrive at, with the first and last time (epoch milliseconds). */
export function readSentTo(
  db: ReadableDb,
): { readonly recipient: Address; readonly first: number; readonly last: number }[] {
  const rows = db
    .prepare(
      `SELECT t.recipient, min(t.created_at) AS first, max(t.created_at) AS last
       FROM transfers t JOIN steps s ON s.intent_id = t.id AND s.state NOT IN ('reverted', 'cancelled', 'superseded')
       GROUP BY t.recipient`,
    )
    .all()
  return sentRows.parse(rows)
}
