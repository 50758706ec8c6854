import type { Address } from 'viem'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import {
  attentionReasons,
  isSettled,
  newPurchase,
  transition,
  type PurchaseEvent,
  type PurchaseState,
} from '../../shared/purchases/state.ts'
import { address } from '../../shared/scalars.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import { jsonField } from '../db/json-field.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { readIds } from '../db/read-ids.ts'
import { readCountedRefunds } from './refund/counted-refund-repository.ts'
import { stepStates } from '../engine/steps/step-record.ts'
import { readSteps } from '../engine/steps/step-repository.ts'
import {
  askedAmountsSchema,
  frozenTermsSchema,
  payStep,
  spendSchema,
  termsToJson,
  type FrozenTerms,
  type PurchaseRecord,
  type Spend,
} from './purchase-record.ts'
import { joinShownTotal, SHOWN_TOTAL, shownTotalColumns, toShownTotal } from './shown-total-repository.ts'

const rowSchema = z.object({
  id: z.uuid(),
  created_at: z.int(),
  profile_id: z.string(),
  chain_instance: z.string(),
  from_address: address,
  external_asked: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : askedAmountsSchema.parse(JSON.parse(text)))),
  ...shownTotalColumns,
  terms: z.string().transform((text) => frozenTermsSchema.parse(JSON.parse(text))),
  registration: z.enum(['none', 'prepared', 'registered', 'rejected']),
  unclear: z.int(),
  service_status: z.string().nullable(),
  refund: z.enum(['none', 'seen', 'waived']),
  attention: z.enum(attentionReasons).nullable(),
  spend: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : spendSchema.parse(JSON.parse(text)))),
})

export interface NewPurchase {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly terms: FrozenTerms
  readonly sealedDelivery: Uint8Array
  /** The purchase that it replaces. */
  readonly repeatOf?: string | null
  /** The time from which limits count it, in epoch milliseconds; by default `createdAt`. */
  readonly countedAt?: number
}

/** Stores a purchase; must run in the transaction that stores its first signed bytes. */
export function insertPurchase(db: WritableDb, purchase: NewPurchase): void {
  db.prepare(
    `INSERT INTO purchases (id, created_at, counted_at, profile_id, chain_instance, from_address, retry_of, terms, delivery)
     VALUES (:id, :createdAt, :countedAt, :profileId, :chainInstance, :from, :repeatOf, :terms, :sealedDelivery)`,
  ).run({
    id: purchase.id,
    createdAt: purchase.createdAt,
    countedAt: purchase.countedAt ?? null,
    profileId: purchase.profileId,
    chainInstance: purchase.chainInstance,
    from: purchase.from,
    repeatOf: purchase.repeatOf ?? null,
    terms: termsToJson(purchase.terms),
    sealedDelivery: purchase.sealedDelivery,
  })
}

/** Reads the purchase `id` with its steps, or null. */
export function readPurchase(db: ReadableDb, id: string): PurchaseRecord | null {
  const row: unknown = db
    .prepare(
      `SELECT p.*, ${SHOWN_TOTAL}, (SELECT ${jsonField('e.terms', '$.quote')} FROM external_payments e WHERE e.id = p.id) AS external_asked
       FROM purchases p ${joinShownTotal('p.id')} WHERE p.id = ?`,
    )
    .get(id)
  if (row === undefined) return null
  const parsed = rowSchema.parse(row)
  const steps = readSteps(db, id)
  return {
    id: parsed.id,
    createdAt: parsed.created_at,
    profileId: parsed.profile_id,
    chainInstance: parsed.chain_instance,
    from: parsed.from_address,
    externalAsked: parsed.external_asked,
    terms: parsed.terms,
    inMoney: toShownTotal(parsed),
    state: {
      ...newPurchase,
      payment: payStep({ steps }).state,
      registration: parsed.registration,
      unclear: parsed.unclear === 1,
      serviceStatus: parsed.service_status,
      refund: parsed.refund,
      attention: parsed.attention,
    },
    steps,
    spend: parsed.spend,
    refunds: readCountedRefunds(db, id),
  }
}

/** Reads a purchase; throws AppError `not-found` if there is none. */
export function findPurchase(db: ReadableDb, id: string): PurchaseRecord {
  const record = readPurchase(db, id)
  if (record === null) throw new AppError('not-found', 'There is no such purchase')
  return record
}

const stateRow = z.object({
  payment: z.enum(stepStates),
  registration: rowSchema.shape.registration,
  unclear: z.int(),
  service_status: z.string().nullable(),
  refund: rowSchema.shape.refund,
  attention: rowSchema.shape.attention,
})

/** Reads the state of the purchase `id`, or null. */
export function readState(db: ReadableDb, id: string): PurchaseState | null {
  const row: unknown = db
    .prepare(
      // A subquery: SQLite takes five times as long for the join.
      `SELECT (SELECT state FROM steps WHERE intent_id = p.id AND kind = 'pay') AS payment, p.registration, p.unclear,
         p.service_status, p.refund, p.attention
       FROM purchases p WHERE p.id = ?`,
    )
    .get(id)
  if (row === undefined) return null
  const { unclear, service_status: serviceStatus, ...state } = stateRow.parse(row)
  return { ...state, unclear: unclear === 1, serviceStatus }
}

const profileRow = rowSchema.pick({ profile_id: true })

/** Reads the profile that a purchase was authorized under; null if there is no such purchase. */
export function readProfileId(db: ReadableDb, id: string): string | null {
  const row: unknown = db.prepare('SELECT profile_id FROM purchases WHERE id = ?').get(id)
  return row === undefined ? null : profileRow.parse(row).profile_id
}

/** Like `readPurchase`, but also null if the record is damaged. */
export function readSoundPurchase(db: ReadableDb, id: string): PurchaseRecord | null {
  return nullIfDamaged(() => readPurchase(db, id))
}

const deliveryRow = z.object({ delivery: z.instanceof(Uint8Array) })

/** Reads a purchase's sealed delivery. */
export function readSealedDelivery(db: ReadableDb, id: string): Uint8Array {
  const row: unknown = db.prepare('SELECT delivery FROM purchases WHERE id = ?').get(id)
  return deliveryRow.parse(row).delivery
}

/** Replaces a purchase's delivery with a corrected one; the registration sent before keeps the old one. */
export function updateDelivery(db: WritableDb, id: string, sealedDelivery: Uint8Array): void {
  const changed = db.prepare('UPDATE purchases SET delivery = ? WHERE id = ?').run(sealedDelivery, id)
  if (changed.changes !== 1) throw new Error('There is no such purchase')
}

/** Returns whether a profile still has an unsettled purchase. */
export function hasOpenPurchases(db: ReadableDb, profileId: string): boolean {
  return db.prepare('SELECT 1 FROM purchases WHERE ended = 0 AND profile_id = ? LIMIT 1').get(profileId) !== undefined
}

/** Returns whether an account has an unsettled purchase. */
export function hasOpenPurchasesOf(db: ReadableDb, from: Address): boolean {
  const sql = 'SELECT 1 FROM purchases WHERE ended = 0 AND from_address = ? COLLATE NOCASE LIMIT 1'
  return db.prepare(sql).get(from) !== undefined
}

/** Lists the ids of all purchases, newest first. */
export function listPurchaseIds(db: ReadableDb, offset: number, limit: number): string[] {
  const rows = db.prepare('SELECT id FROM purchases ORDER BY created_at DESC, id LIMIT ? OFFSET ?').all(limit, offset)
  return readIds(rows)
}

/** Lists the ids of the newest purchases that were not sold over the counter, newest first. */
export function listOwnPurchaseIds(db: ReadableDb, limit: number): string[] {
  const sql = `SELECT id FROM purchases p WHERE NOT EXISTS (SELECT 1 FROM sales WHERE purchase_id = p.id)
    ORDER BY created_at DESC, id LIMIT ?`
  return readIds(db.prepare(sql).all(limit))
}

const countRow = z.object({ count: z.int() })

/** Returns the number of purchases. */
export function countPurchases(db: ReadableDb): number {
  return countRow.parse(db.prepare('SELECT count(*) AS count FROM purchases').get()).count
}

/**
 * Moves a purchase by one event in one transaction, with the columns `also` that belong to it; null (and nothing written) if the event is
 * no longer legal.
 */
export function applyEvent(
  db: WritableDb,
  id: string,
  event: PurchaseEvent,
  now: number,
  also: { spend?: Spend; write?: () => void } = {},
): PurchaseState | null {
  return db
    .transaction(() => {
      const before = readState(db, id)
      const after = before && transition(before, event)
      if (before === null || after === null) return null
      also.write?.()
      const changed = db
        .prepare(
          `UPDATE purchases SET registration = @registration, unclear = @unclear, service_status = @serviceStatus,
             refund = @refund, attention = @attention, ended = @ended,
             spend = coalesce(@spend, spend)
           WHERE id = @id AND registration = @expected`,
        )
        .run({
          id,
          expected: before.registration,
          registration: after.registration,
          unclear: after.unclear ? 1 : 0,
          serviceStatus: after.serviceStatus,
          refund: after.refund,
          attention: after.attention,
          ended: isSettled(after) ? 1 : 0,
          spend: also.spend ? JSON.stringify(also.spend) : null,
        })
      if (changed.changes !== 1) throw new Error('A purchase changed under a transition')
      appendEvent(db, id, event, now)
      return after
    })
    .immediate()
}

/** Stores the service's last answer about a registered purchase if nothing else changes. */
export function updateSpend(db: WritableDb, id: string, spend: Spend): void {
  const changed = db.prepare('UPDATE purchases SET spend = ? WHERE id = ?').run(JSON.stringify(spend), id)
  if (changed.changes !== 1) throw new Error('There is no such purchase')
}

/** Stores an event with the transition it belongs to. */
export function appendEvent(db: WritableDb, id: string, event: PurchaseEvent, now: number): void {
  db.prepare('INSERT INTO purchase_events (purchase_id, at, event) VALUES (?, ?, ?)').run(
    id,
    now,
    JSON.stringify(event),
  )
}

export interface DatedEvent {
  readonly at: number
  readonly type: PurchaseEvent['type']
  readonly status: string | null
  readonly reason: string | null
}

const eventsSchema = z.array(z.object({ at: z.int(), event: z.string() }))

/** Reads all events of a purchase, in order. */
export function readEvents(db: ReadableDb, id: string): DatedEvent[] {
  const rows = db.prepare('SELECT at, event FROM purchase_events WHERE purchase_id = ? ORDER BY id').all(id)
  return eventsSchema.parse(rows).map(({ at, event }) => {
    const parsed = JSON.parse(event) as { type: PurchaseEvent['type']; status?: string; reason?: string }
    return { at, type: parsed.type, status: parsed.status ?? null, reason: parsed.reason ?? null }
  })
}

const idRow = z.object({ id: z.string() })

/** Returns the purchase whose router payment of this account, token and spender is signed and not yet mined, or null. */
export function routerPaymentUnderWay(
  db: ReadableDb,
  chainInstance: string,
  from: Address,
  token: Address,
  to: Address,
): string | null {
  const row: unknown = db
    .prepare(
      `SELECT p.id FROM purchases p JOIN steps s ON s.intent_id = p.id
       WHERE s.kind = 'pay' AND s.state = 'signed' AND s.chain_instance = ? AND s.from_address = ?
         AND ${jsonField('p.terms', '$.payment.shape')} = 'router'
         AND lower(${jsonField('p.terms', '$.token.address')}) = lower(?)
         AND lower(${jsonField('p.terms', '$.payment.to')}) = lower(?)
       LIMIT 1`,
    )
    .get(chainInstance, from, token, to)
  return row === undefined ? null : idRow.parse(row).id
}
