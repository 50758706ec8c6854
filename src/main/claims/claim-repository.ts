import type { Hash } from 'viem'
import { z } from 'zod'
import { address, units } from '../../shared/scalars.ts'
import { frozenNetworkSchema, type FrozenNetwork } from '../chain/frozen-network.ts'
import { jsonField } from '../db/json-field.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { readIds } from '../db/read-ids.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import { readSteps } from '../engine/steps/step-repository.ts'
import { frozenTermsSchema } from '../purchases/purchase-record.ts'
import type { Pot } from '../purchases/refund/read-claimable.ts'

const coinSchema = frozenTermsSchema.shape.token.pick({ symbol: true, decimals: true })
const rowSchema = z.object({
  id: z.uuid(),
  created_at: z.int(),
  profile_id: z.string(),
  chain_instance: z.string(),
  from_address: address,
  network: z.string().transform((text) => frozenNetworkSchema.parse(JSON.parse(text))),
  coin: z.string().transform((text) => coinSchema.parse(JSON.parse(text))),
  token: address,
  router: address,
  vault: address,
  service_id: units,
  record_id: units.nullable(),
  units,
  counted_at: z.int().nullable(),
  uncovered: units.nullable(),
  ordinal: z.int().nullable(),
})
const coveredSchema = z.array(
  z.object({ purchase_id: z.uuid(), units }).transform(({ purchase_id: id, units }) => ({ id, units })),
)

/** A purchase whose refund a claim withdraws, and its amount. */
export interface CoveredPurchase {
  readonly id: string
  readonly units: bigint
}

export interface NewClaim extends Pot {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly network: FrozenNetwork
  readonly coin: { readonly symbol: string; readonly decimals: number }
  /** The escrow's record; null for a sum. */
  readonly recordId: bigint | null
  /** The units that it withdraws. */
  readonly units: bigint
  readonly covers: readonly CoveredPurchase[]
}

/** The claim of a refund, with its one step. */
export interface ClaimRecord extends NewClaim {
  /** When it counted as the purchases' refund, in epoch milliseconds; null before. */
  readonly countedAt: number | null
  /** Units that it brought and that no purchase has; null before it was counted, or if not recorded. */
  readonly uncovered: bigint | null
  /** The position of its transfer among those of its transaction; null before, or if unknown. */
  readonly ordinal: number | null
  readonly step: StepRecord
}

/** Stores a claim; must run in the transaction that stores its signed bytes. */
export function insertClaim(db: WritableDb, one: NewClaim): void {
  db.prepare(
    `INSERT INTO claims (id, created_at, profile_id, chain_instance, from_address, network, coin, token, router, vault, service_id,
       record_id, units)
     VALUES (:id, :createdAt, :profileId, :chainInstance, :from, :network, :coin, :token, :router, :vault, :serviceId,
       :recordId, :units)`,
  ).run({
    id: one.id,
    createdAt: one.createdAt,
    profileId: one.profileId,
    chainInstance: one.chainInstance,
    from: one.from,
    network: JSON.stringify(one.network),
    coin: JSON.stringify(one.coin),
    token: one.token,
    router: one.router,
    vault: one.vault,
    serviceId: one.serviceId.toString(),
    recordId: one.recordId?.toString() ?? null,
    units: one.units.toString(),
  })
  insertCovered(db, one.id, one.covers)
}

/** Stores which purchases a claim covers. */
export function insertCovered(db: WritableDb, id: string, covers: readonly CoveredPurchase[]): void {
  const insert = db.prepare('INSERT OR REPLACE INTO claim_purchases (claim_id, purchase_id, units) VALUES (?, ?, ?)')
  for (const { id: purchaseId, units } of covers) insert.run(id, purchaseId, units.toString())
}

/** Stores the amount that a claim brought, none of which any purchase has from it yet; must run in the transaction that counts it. */
export function markCounted(
  db: WritableDb,
  id: string,
  came: { readonly units: bigint; readonly ordinal: number | null },
  at: number,
): void {
  const marked = db
    .prepare('UPDATE claims SET counted_at = ?, uncovered = ?, ordinal = ? WHERE id = ? AND counted_at IS NULL')
    .run(at, came.units.toString(), came.ordinal, id)
  if (marked.changes !== 1) throw new Error('A claim was counted twice')
  // A record's refund belongs to its purchase; a sum's refund to those that get a share of it.
  db.prepare(
    'DELETE FROM claim_purchases WHERE claim_id = @id AND EXISTS (SELECT 1 FROM claims WHERE id = @id AND record_id IS NULL)',
  ).run({ id })
}

const unitsRows = z.array(z.object({ units }))

/** Reads the units of a transaction's transfers that purchases have as their refunds. */
export function readCountedUnits(db: ReadableDb, hash: Hash): bigint {
  const rows = db.prepare('SELECT units FROM counted_refunds WHERE hash = ?').all(hash)
  return unitsRows.parse(rows).reduce((sum, { units }) => sum + units, 0n)
}

/** Reads the claim `id` with its step, or null. */
export function readClaim(db: ReadableDb, id: string): ClaimRecord | null {
  const row: unknown = db.prepare('SELECT * FROM claims WHERE id = ?').get(id)
  const [step] = readSteps(db, id)
  if (row === undefined || step === undefined) return null
  const { created_at: createdAt, profile_id: profileId, chain_instance: chainInstance, ...rest } = rowSchema.parse(row)
  const { from_address: from, service_id: serviceId, record_id: recordId, counted_at: countedAt, ...same } = rest
  const covers = coveredSchema.parse(
    db.prepare('SELECT purchase_id, units FROM claim_purchases WHERE claim_id = ? ORDER BY rowid').all(id),
  )
  return { ...same, createdAt, profileId, chainInstance, from, serviceId, recordId, countedAt, covers, step }
}

const OPEN = "s.state IN ('signed', 'mined', 'confirmed')"
const CLAIMS = 'SELECT c.id FROM claims c JOIN steps s ON s.intent_id = c.id'

/** Lists the ids of claims that the chain can still change, oldest first. */
export function listOpenClaims(db: ReadableDb): string[] {
  return readIds(db.prepare(`${CLAIMS} WHERE ${OPEN} ORDER BY c.created_at, c.id`).all())
}

/** Lists the ids of final claims whose amount is not fully assigned to purchases, oldest first. */
export function listUncounted(db: ReadableDb): string[] {
  const isLeft = "(c.counted_at IS NULL OR c.uncovered <> '0')"
  return readIds(db.prepare(`${CLAIMS} WHERE s.state = 'final' AND ${isLeft} ORDER BY c.created_at, c.id`).all())
}

/** Returns whether a profile still has a claim that the chain can change, or that does not count yet. */
export function hasOpenClaims(db: ReadableDb, profileId: string): boolean {
  const sql = `${CLAIMS} WHERE c.profile_id = ? AND (${OPEN} OR (s.state = 'final' AND c.counted_at IS NULL)) LIMIT 1`
  return db.prepare(sql).get(profileId) !== undefined
}

/** Reads the claim that covers a purchase: the one that is pending or succeeded, else the newest; null if there is none. */
export function readClaimOf(db: ReadableDb, purchaseId: string): ClaimRecord | null {
  const rows = db
    .prepare(
      // In the order of the commits, because the clock may have been set back between them.
      `${CLAIMS} JOIN claim_purchases p ON p.claim_id = c.id WHERE p.purchase_id = ?
       ORDER BY (${OPEN} OR s.state = 'final') DESC, c.rowid DESC LIMIT 1`,
    )
    .all(purchaseId)
  const [found] = readIds(rows)
  return found === undefined ? null : readClaim(db, found)
}

/** Lists the signed claims from one pot that are in no block yet: their amounts are reserved. */
export function listWaitingClaims(
  db: ReadableDb,
  { chainInstance, from, vault, token, serviceId }: Pot,
): ClaimRecord[] {
  const rows = db
    .prepare(
      `${CLAIMS} WHERE s.state = 'signed' AND c.chain_instance = :chainInstance AND lower(c.from_address) = lower(:from)
         AND lower(c.vault) = lower(:vault) AND lower(c.token) = lower(:token) AND c.service_id = :serviceId`,
    )
    .all({ chainInstance, from, vault, token, serviceId: serviceId.toString() })
  return readIds(rows).flatMap((id) => readClaim(db, id) ?? [])
}

/**
 * Lists the ids of an account's other purchases that may wait in the same pot: registered, paid through the same router, without a refund;
 * newest first.
 */
export function listSharingPot(
  db: ReadableDb,
  { chainInstance, from, router, token, serviceId }: Pot,
  except: readonly string[],
): string[] {
  const rows = db
    .prepare(
      `SELECT p.id FROM purchases p
       WHERE p.chain_instance = :chainInstance AND lower(p.from_address) = lower(:from)
         AND p.registration IN ('registered', 'rejected')
         AND p.refund <> 'seen'
         AND lower(${jsonField('p.terms', '$.token.address')}) = lower(:token)
         AND lower(${jsonField('p.terms', '$.payment.to')}) = lower(:router)
         AND ${jsonField('p.terms', '$.payment.escrow.serviceId')} = :serviceId
       ORDER BY p.created_at DESC, p.id`,
    )
    .all({ chainInstance, from, token, router, serviceId: serviceId.toString() })
  return readIds(rows).filter((id) => !except.includes(id))
}
