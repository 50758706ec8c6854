import type { Address, Hash, Hex } from 'viem'
import { z } from 'zod'
import { stepKinds, type StepKind } from '../../../shared/transactions/views.ts'
import type { Outflow } from '../../chain/chain.ts'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import { readIds } from '../../db/read-ids.ts'
import { bytesPurposes, stepStates, type BytesPurpose, type StepRecord } from './step-record.ts'

const hash = z.string() as unknown as z.ZodType<Hash>
const stepSchema = z.object({
  position: z.int(),
  kind: z.enum(stepKinds),
  state: z.enum(stepStates),
  nonce: z.int(),
  mined_hash: hash.nullable(),
  block_number: z.int().nullable(),
  block_hash: hash.nullable(),
  fee_units: z.string().nullable(),
  l1_fee_units: z.string().nullable(),
})
const stepsSchema = z.array(stepSchema)
const signedSchema = z.object({
  position: z.int(),
  hash,
  raw: z.string() as unknown as z.ZodType<Hex>,
  purpose: z.enum(bytesPurposes),
})

const bytesSchema = z.array(signedSchema)

const undamaged = z.int().nullable().catch(null)

/** Returns the nonce of an intent's first step, whatever else of the step is damaged; null if the nonce is. */
export function readFirstNonce(db: ReadableDb, intentId: string): number | null {
  const sql = 'SELECT nonce FROM steps WHERE intent_id = ? ORDER BY position LIMIT 1'
  return undamaged.parse(db.prepare(sql).pluck().get(intentId))
}

/** Reads an intent's steps with their signed bytes, in order. */
export function readSteps(db: ReadableDb, intentId: string): StepRecord[] {
  const steps = db
    .prepare(
      `SELECT position, kind, state, nonce, mined_hash, block_number, block_hash, fee_units, l1_fee_units FROM steps
       WHERE intent_id = ? ORDER BY position`,
    )
    .all(intentId)
  const signed = db
    .prepare(
      // In the order of the commits, because the clock may have been set back between them.
      'SELECT position, hash, raw, purpose FROM signed_transactions WHERE intent_id = ? ORDER BY rowid',
    )
    .all(intentId)
  const bytes = bytesSchema.parse(signed)
  return stepsSchema.parse(steps).map((row) => ({
    position: row.position,
    kind: row.kind,
    state: row.state,
    nonce: row.nonce,
    minedHash: row.mined_hash,
    blockNumber: row.block_number === null ? null : BigInt(row.block_number),
    blockHash: row.block_hash,
    feeUnits: row.fee_units === null ? null : BigInt(row.fee_units),
    l1FeeUnits: row.l1_fee_units === null ? null : BigInt(row.l1_fee_units),
    signed: bytes
      .filter(({ position }) => position === row.position)
      .map(({ hash, raw, purpose }) => ({ hash, raw, purpose })),
  }))
}

/** Stores an intent, which has steps on chain. */
export function insertIntent(db: WritableDb, id: string, kind: 'purchase' | 'revocation' | 'transfer' | 'claim'): void {
  db.prepare('INSERT INTO intents (id, kind) VALUES (?, ?)').run(id, kind)
}

export interface NewStep {
  readonly intentId: string
  readonly position: number
  readonly kind: StepKind
  readonly chainInstance: string
  readonly from: Address
  readonly nonce: number
  /** Whether another wallet with the account's key signed it, whose nonces Till does not choose. */
  readonly isSignedElsewhere?: boolean
}

/** Stores a step with its nonce; one that another step signed here has fails the whole transaction, unless another wallet signed it. */
export function insertStep(db: WritableDb, { isSignedElsewhere = false, ...step }: NewStep): void {
  db.prepare(
    `INSERT INTO steps (intent_id, position, kind, state, chain_instance, from_address, nonce, signed_elsewhere)
     VALUES (:intentId, :position, :kind, 'signed', :chainInstance, :from, :nonce, :signedElsewhere)`,
  ).run({ ...step, signedElsewhere: isSignedElsewhere ? 1 : 0 })
}

export interface NewBytes {
  readonly intentId: string
  readonly position: number
  readonly purpose: BytesPurpose
  readonly hash: Hash
  readonly raw: Hex
  /** The highest fee in units of the native coin. */
  readonly maxFeeUnits: bigint
  /** The coin that it moves: a token, or the native coin if `token` is null. */
  readonly token: Address | null
  readonly spendsUnits: bigint
  readonly signedAt: number
}

/** Stores bytes signed for a step, before they are sent anywhere. */
export function insertBytes(db: WritableDb, bytes: NewBytes): void {
  db.prepare(
    `INSERT INTO signed_transactions
       (hash, intent_id, position, purpose, raw, fee_at_most, token, spends_units, signed_at)
     VALUES (:hash, :intentId, :position, :purpose, :raw, :maxFeeUnits, :token, :spendsUnits, :signedAt)`,
  ).run({ ...bytes, maxFeeUnits: bytes.maxFeeUnits.toString(), spendsUnits: bytes.spendsUnits.toString() })
}

export interface StepChange {
  readonly state: StepRecord['state']
  readonly minedHash: Hash | null
  readonly blockNumber: bigint | null
  readonly blockHash: Hash | null
  readonly feeUnits: bigint | null
  readonly l1FeeUnits: bigint | null
}

/** Moves a step from its expected state; throws if it is in another. */
export function updateStep(
  db: WritableDb,
  intentId: string,
  step: Pick<StepRecord, 'position' | 'state'>,
  change: StepChange,
): void {
  const blockNumber = change.blockNumber === null ? null : Number(change.blockNumber)
  if (blockNumber !== null && !Number.isSafeInteger(blockNumber)) throw new Error('A block that no number can hold')
  const changed = db
    .prepare(
      `UPDATE steps SET state = :state, mined_hash = :minedHash, block_number = :blockNumber, block_hash = :blockHash, fee_units = :feeUnits,
         l1_fee_units = :l1FeeUnits
       WHERE intent_id = :intentId AND position = :position AND state = :expected`,
    )
    .run({
      intentId,
      position: step.position,
      expected: step.state,
      state: change.state,
      minedHash: change.minedHash,
      blockNumber,
      blockHash: change.blockHash,
      feeUnits: change.feeUnits?.toString() ?? null,
      l1FeeUnits: change.l1FeeUnits?.toString() ?? null,
    })
  if (changed.changes !== 1) throw new Error('A step changed under a transition')
}

/** Reads the bytes signed under a nonce of an account on one chain. */
export function readBytesAt(db: ReadableDb, step: Pick<NewStep, 'chainInstance' | 'from' | 'nonce'>): Hex[] {
  const rows = db
    .prepare(
      `SELECT t.position, t.hash, t.raw, t.purpose
       FROM steps s JOIN signed_transactions t ON t.intent_id = s.intent_id AND t.position = s.position
       WHERE s.chain_instance = :chainInstance AND s.from_address = :from AND s.nonce = :nonce`,
    )
    .all(step)
  return bytesSchema.parse(rows).map(({ raw }) => raw)
}

const nonceRows = z.array(z.object({ nonce: z.int() }))

/** Reads the nonces from `least` on that any step of an account on one chain has, in any state. */
export function readOwnNoncesFrom(db: ReadableDb, chainInstance: string, from: Address, least: number): Set<number> {
  const rows = db
    .prepare('SELECT nonce FROM steps WHERE chain_instance = ? AND from_address = ? AND nonce >= ?')
    .all(chainInstance, from, least)
  return new Set(nonceRows.parse(rows).map((row) => row.nonce))
}

const oneRow = z.object({ one: z.string() })

/** Reads the instance of a chain that the newest step was signed for; null if there is none. */
export function readSignedOn(db: ReadableDb, chainId: number): string | null {
  const row = db
    .prepare('SELECT chain_instance AS one FROM steps WHERE chain_instance GLOB ? ORDER BY rowid DESC LIMIT 1')
    .get(`${chainId}:*`)
  return row === undefined ? null : oneRow.parse(row).one
}

const belowRow = z.object({ below: z.int() })

/** Reads the nonce below which all are used in final blocks; 0 before the first reconciliation. */
export function readUsedBelow(db: ReadableDb, chainInstance: string, from: Address): number {
  const row = db
    .prepare(
      `SELECT coalesce(max(below), 0) AS below FROM reconciled_accounts
       WHERE chain_instance = ? AND address = ? COLLATE NOCASE`,
    )
    .get(chainInstance, from)
  return belowRow.parse(row).below
}

/** The most that steps may take from an account: units per token address in lower case, and of the native coin. */
export interface StepSpend {
  readonly tokens: ReadonlyMap<string, bigint>
  readonly native: bigint
}

const spendRow = z.object({
  step: z.string(),
  block_number: z.int().nullable(),
  token: z.string().nullable(),
  spends_units: z.string(),
  fee_at_most: z.string(),
})

const spendRows = z.array(spendRow)
const unshownRows = z.array(spendRow.extend({ state: z.enum(stepStates), signed_at: z.int() }))

/** What an account signed that one reading of its balances does not show yet. */
export interface Unshown extends StepSpend {
  /** The steps that are in no block yet. */
  readonly signed: ReadonlySet<string>
}

/**
 * Sums what steps of `from` may still take, or took since a reading of its balances that began at `at` (epoch ms), when the steps `signed`
 * were in no block yet. A step that was mined during the reading may be counted twice, but is never missed.
 */
export function readUnshown(
  db: ReadableDb,
  chainInstance: string,
  from: Address,
  { at, signed }: { readonly at: number; readonly signed: ReadonlySet<string> },
): Unshown {
  const rows = unshownRows.parse(
    db.prepare(`${SPEND} AND s.state IN ('signed', 'mined', 'confirmed')`).all(chainInstance, from),
  )
  const unshown = rows.filter((row) => row.state === 'signed' || row.signed_at >= at || signed.has(row.step))
  return {
    ...sumOf(unshown),
    signed: new Set(unshown.filter(({ state }) => state === 'signed').map(({ step }) => step)),
  }
}

/** Sums what signed but not yet mined steps of `from` may still take, without those of the intent `except`. */
export function readUnsettled(
  db: ReadableDb,
  chainInstance: string,
  from: Address,
  except: string | null = null,
): StepSpend {
  const rows = db.prepare(`${SPEND} AND s.state = 'signed' AND s.intent_id IS NOT ?`).all(chainInstance, from, except)
  return sumOf(spendRows.parse(rows))
}

/** Returns a spend's units of a token, or of the native coin where `token` is null. */
export function spendOf({ tokens, native }: StepSpend, token: Address | null): bigint {
  return token === null ? native : (tokens.get(token.toLowerCase()) ?? 0n)
}

/**
 * Returns the most that mined but not yet final steps of `from` took of a coin, by their blocks. A node behind a block still shows its coins as
 * present.
 */
export function readOutflow(db: ReadableDb, chainInstance: string, from: Address, token: Address | null): Outflow {
  const sql = `${SPEND} AND s.state IN ('mined', 'confirmed') AND s.block_number IS NOT NULL`
  const rows = spendRows.parse(db.prepare(sql).all(chainInstance, from))
  return [...Map.groupBy(rows, (row) => row.block_number ?? 0)]
    .map(([block, inBlock]) => ({ units: spendOf(sumOf(inBlock), token), block: BigInt(block) }))
    .filter(({ units }) => units > 0n)
}

const SPEND = `
  SELECT s.intent_id || ' ' || s.position AS step, s.state, s.block_number, t.signed_at, t.token, t.spends_units, t.fee_at_most
  FROM steps s JOIN signed_transactions t ON t.intent_id = s.intent_id AND t.position = s.position
  WHERE s.chain_instance = ? AND s.from_address = ?`

/** At most one of a step's bytes is ever mined, and it may be the most expensive. */
function sumOf(rows: readonly z.infer<typeof spendRow>[]): StepSpend {
  const steps = new Map<string, { token: string | null; units: bigint; native: bigint }>()
  for (const row of rows) {
    const spends = BigInt(row.spends_units)
    const native = BigInt(row.fee_at_most) + (row.token === null ? spends : 0n)
    const known = steps.get(row.step)
    steps.set(row.step, {
      token: row.token?.toLowerCase() ?? known?.token ?? null,
      units: max(known?.units ?? 0n, row.token === null ? 0n : spends),
      native: max(known?.native ?? 0n, native),
    })
  }
  const tokens = new Map<string, bigint>()
  for (const { token, units } of steps.values())
    if (token !== null) tokens.set(token, (tokens.get(token) ?? 0n) + units)
  return { tokens, native: [...steps.values()].reduce((sum, step) => sum + step.native, 0n) }
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

/**
 * Returns whether the account's revocation of an allowance for `token` is pending, or was signed at or after `since` (epoch milliseconds):
 * a plan made earlier may rely on the allowance.
 */
export function isRevoking(
  db: ReadableDb,
  chainInstance: string,
  from: Address,
  token: Address,
  since: number,
): boolean {
  const row = db
    .prepare(
      `SELECT 1 FROM steps s JOIN signed_transactions t ON t.intent_id = s.intent_id AND t.position = s.position
       WHERE s.kind = 'revoke' AND s.chain_instance = ? AND s.from_address = ? AND lower(t.token) = lower(?)
         AND (s.state = 'signed' OR t.signed_at >= ?)
       LIMIT 1`,
    )
    .get(chainInstance, from, token, since)
  return row !== undefined
}

/** Lists the intents with a step of `kind`, signed after `since` (epoch milliseconds), that ended undone. */
export function listEndedUndone(db: ReadableDb, kind: StepKind, since: number): string[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT s.intent_id AS id FROM steps s
       JOIN signed_transactions t ON t.intent_id = s.intent_id AND t.position = s.position
       WHERE t.signed_at > ? AND s.kind = ? AND s.state IN ('reverted', 'cancelled', 'superseded')`,
    )
    .all(since, kind)
  return readIds(rows)
}

/** Returns whether the network may still mine, or drop again, anything that an account signed. */
export function hasOpenSteps(db: ReadableDb, from: Address): boolean {
  const sql = `SELECT 1 FROM steps WHERE state IN ('signed', 'mined', 'confirmed') AND from_address = ? COLLATE NOCASE LIMIT 1`
  return db.prepare(sql).get(from) !== undefined
}

const countRow = z.object({ count: z.int() })

/** Returns the number of transfers, revocations and claims that are signed and in no block yet. */
export function countSignedAlone(db: ReadableDb): number {
  const sql = `SELECT count(*) AS count FROM steps WHERE state = 'signed' AND kind IN ('send', 'revoke', 'claim')`
  return countRow.parse(db.prepare(sql).get()).count
}

const feeRows = z.array(z.object({ position: z.int(), fee_at_most: z.string() }))

/** Returns the highest network fee of each step of an intent, by position; at most one of its bytes is ever mined. */
export function readFeesAtMost(db: ReadableDb, intentId: string): ReadonlyMap<number, bigint> {
  const sql = 'SELECT position, fee_at_most FROM signed_transactions WHERE intent_id = ?'
  const most = new Map<number, bigint>()
  for (const { position, fee_at_most } of feeRows.parse(db.prepare(sql).all(intentId)))
    most.set(position, max(most.get(position) ?? 0n, BigInt(fee_at_most)))
  return most
}

const signedAtRow = z.object({ signed_at: z.int() })

/** Returns when bytes were signed, in epoch milliseconds; null for none of ours. */
export function readSignedAt(db: ReadableDb, hash: string): number | null {
  const row = db.prepare('SELECT signed_at FROM signed_transactions WHERE hash = ?').get(hash)
  return row === undefined ? null : signedAtRow.parse(row).signed_at
}
