import type { Address, Hash, Hex } from 'viem'
import { z } from 'zod'
import { stepKinds, type StepKind } from '../../shared/views.ts'
import type { Database } from '../db/open-database.ts'
import type { StepRecord } from './purchase-record.ts'

const stepSchema = z.object({
  position: z.int(),
  kind: z.enum(stepKinds),
  state: z.enum(['signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded']),
  nonce: z.int(),
  mined_hash: z.string().nullable() as unknown as z.ZodType<Hash | null>,
  block_number: z.int().nullable(),
  block_hash: z.string().nullable() as unknown as z.ZodType<Hash | null>,
  fee_units: z.string().nullable(),
})
const signedSchema = z.object({ position: z.int(), hash: z.string(), raw: z.string() })

/** The steps of a purchase with their signed bytes, in order. */
export function readSteps(db: Database, purchaseId: string): StepRecord[] {
  const rows = db
    .prepare(
      `SELECT position, kind, state, nonce, mined_hash, block_number, block_hash, fee_units FROM steps
       WHERE purchase_id = ? ORDER BY position`,
    )
    .all(purchaseId)
  const signed = z
    .array(signedSchema)
    .parse(
      db
        .prepare('SELECT position, hash, raw FROM signed_transactions WHERE purchase_id = ? ORDER BY signed_at, rowid')
        .all(purchaseId),
    )
  return z
    .array(stepSchema)
    .parse(rows)
    .map((row) => ({
      position: row.position,
      kind: row.kind,
      state: row.state,
      nonce: row.nonce,
      minedHash: row.mined_hash,
      blockNumber: row.block_number === null ? null : BigInt(row.block_number),
      blockHash: row.block_hash,
      feeUnits: row.fee_units === null ? null : BigInt(row.fee_units),
      signed: signed
        .filter((bytes) => bytes.position === row.position)
        .map((bytes) => ({ hash: bytes.hash as Hash, raw: bytes.raw as Hex })),
    }))
}

export interface NewStep {
  readonly purchaseId: string
  readonly position: number
  readonly kind: StepKind
  readonly chainInstance: string
  readonly from: Address
  readonly nonce: number
  readonly hash: Hash
  readonly raw: Hex
  /** Most units of the native coin its fee can take. */
  readonly feeAtMost: bigint
  /** Units of the purchase's token it moves; 0 for an approval. */
  readonly spendsUnits: bigint
  readonly signedAt: number
}

/** Stores a step with its nonce and its signed bytes; a nonce that is taken already fails the whole transaction. */
export function insertStep(db: Database, step: NewStep): void {
  db.prepare(
    `INSERT INTO steps (purchase_id, position, kind, state, chain_instance, from_address, nonce)
     VALUES (?, ?, ?, 'signed', ?, ?, ?)`,
  ).run(step.purchaseId, step.position, step.kind, step.chainInstance, step.from, step.nonce)
  db.prepare(
    `INSERT INTO signed_transactions (hash, purchase_id, position, raw, fee_at_most, spends_units, signed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    step.hash,
    step.purchaseId,
    step.position,
    step.raw,
    step.feeAtMost.toString(),
    step.spendsUnits.toString(),
    step.signedAt,
  )
}

export interface StepChange {
  readonly state: StepRecord['state']
  readonly minedHash: Hash | null
  readonly blockNumber: bigint | null
  readonly blockHash: Hash | null
  readonly feeUnits: bigint | null
}

/** Moves a step from the state it is expected in; throws where it is in another. */
export function updateStep(
  db: Database,
  purchaseId: string,
  step: Pick<StepRecord, 'position' | 'state'>,
  change: StepChange,
): void {
  const changed = db
    .prepare(
      `UPDATE steps SET state = ?, mined_hash = ?, block_number = ?, block_hash = ?, fee_units = ?
       WHERE purchase_id = ? AND position = ? AND state = ?`,
    )
    .run(
      change.state,
      change.minedHash,
      change.blockNumber === null ? null : Number(change.blockNumber),
      change.blockHash,
      change.feeUnits?.toString() ?? null,
      purchaseId,
      step.position,
      step.state,
    )
  if (changed.changes !== 1) throw new Error('A step changed under a transition')
}

/** Nonces of an account on one chain that a step has, whatever became of it, from `least` on. */
export function readTakenNonces(db: Database, chainInstance: string, from: Address, least: number): Set<number> {
  const rows = db
    .prepare('SELECT nonce FROM steps WHERE chain_instance = ? AND from_address = ? AND nonce >= ?')
    .all(chainInstance, from, least)
  return new Set(
    z
      .array(z.object({ nonce: z.int() }))
      .parse(rows)
      .map((row) => row.nonce),
  )
}
