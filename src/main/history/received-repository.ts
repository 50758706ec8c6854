import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { z } from 'zod'
import { address, hash, units } from '../../shared/scalars.ts'
import type { NumberedTransfer } from '../chain/read/logs/number-transfers.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** An account on one chain. */
export interface ReceivingPlace {
  readonly chainInstance: string
  readonly address: Address
}

/** A token transfer from elsewhere, with the names of its network and token. */
export interface ReceivedTransfer extends Pick<NumberedTransfer, 'hash' | 'ordinal' | 'token' | 'units' | 'from'> {
  readonly blockNumber: bigint
  readonly networkName: string
  readonly symbol: string
  readonly decimals: number
  /** Epoch milliseconds. */
  readonly happenedAt: number
}

/** The blocks of an account that were searched. */
export interface ReceivedSearch {
  /** Where Till began. */
  readonly first: bigint
  /** The first block that is not both searched and final. */
  readonly next: bigint
}

const searchRow = z.object({ first_block: z.int(), next_block: z.int() })

/** Returns what was searched; null if the account never was. */
export function readSearch(db: ReadableDb, place: ReceivingPlace): ReceivedSearch | null {
  const sql = 'SELECT first_block, next_block FROM received_searches WHERE chain_instance = ? AND address = ?'
  const row = db.prepare(sql).get(place.chainInstance, place.address)
  if (row === undefined) return null
  const { first_block: first, next_block: next } = searchRow.parse(row)
  return { first: BigInt(first), next: BigInt(next) }
}

/** Stores what was searched. */
export function writeSearch(db: WritableDb, place: ReceivingPlace, { first, next }: ReceivedSearch): void {
  db.prepare(
    `INSERT INTO received_searches (chain_instance, address, first_block, next_block) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET first_block = excluded.first_block, next_block = excluded.next_block`,
  ).run(place.chainInstance, place.address, Number(first), Number(next))
}

/**
 * Stores what was found. Of the blocks `from` to `to`, which were not final when they were read before, it drops what a reorganization
 * dropped. Returns whether anything changed.
 */
export function writeReceived(
  db: WritableDb,
  { chainInstance, address: to }: ReceivingPlace,
  blocks: { readonly from: bigint; readonly to: bigint },
  found: readonly ReceivedTransfer[],
): boolean {
  const insert = db.prepare(
    `INSERT INTO received_transfers (id, chain_instance, to_address, network_name, token, symbol, decimals, units, sender, hash,
       ordinal, block, happened_at)
     VALUES (:id, :chainInstance, :to, :networkName, :token, :symbol, :decimals, :units, :from, :hash, :ordinal, :block, :happenedAt)
     ON CONFLICT DO UPDATE SET block = excluded.block, happened_at = excluded.happened_at WHERE block <> excluded.block`,
  )
  const drop = db.prepare(
    `DELETE FROM received_transfers AS r WHERE chain_instance = :chainInstance AND to_address = :to AND block BETWEEN :first AND :last
       AND NOT EXISTS (SELECT 1 FROM json_each(:found) f WHERE f.value ->> '$.hash' = r.hash
         AND f.value ->> '$.token' = r.token AND f.value ->> '$.ordinal' = r.ordinal)`,
  )
  const changes = found.map(
    ({ blockNumber, units: moved, ...one }) =>
      insert.run({ ...one, id: randomUUID(), chainInstance, to, block: Number(blockNumber), units: moved.toString() })
        .changes,
  )
  const keys = JSON.stringify(found.map(({ hash, token, ordinal }) => ({ hash, token, ordinal })))
  const [first, last] = [Number(blocks.from), Number(blocks.to)]
  changes.push(drop.run({ chainInstance, to, first, last, found: keys }).changes)
  return changes.some((count) => count > 0)
}

/** Returns whether a received transfer is in a range of blocks, both ends included. */
export function hasReceived(
  db: ReadableDb,
  place: ReceivingPlace,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): boolean {
  const sql = `SELECT 1 FROM received_transfers WHERE chain_instance = ? AND to_address = ? AND block BETWEEN ? AND ? LIMIT 1`
  return db.prepare(sql).get(place.chainInstance, place.address, Number(from), Number(to)) !== undefined
}

const receivedRow = z
  .object({
    network_name: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    units,
    sender: address,
    hash,
    chain_id: z.int(),
  })
  .transform(({ network_name: networkName, chain_id: chainId, ...row }) => ({ ...row, networkName, chainId }))

/** Returns what the activity shows of a received transfer; null if there is none. */
export function readReceived(db: ReadableDb, id: string): z.output<typeof receivedRow> | null {
  const sql = `SELECT network_name, symbol, decimals, units, sender, hash, CAST(chain_instance AS INTEGER) AS chain_id
    FROM received_transfers WHERE id = ?`
  const row = db.prepare(sql).get(id)
  return row === undefined ? null : receivedRow.parse(row)
}
