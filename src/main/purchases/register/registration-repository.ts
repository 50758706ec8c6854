import type { Hash } from 'viem'
import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'

const registrationSchema = z.object({
  idempotency_key: z.string(),
  payment_hash: z.string() as unknown as z.ZodType<Hash>,
  body: z.instanceof(Uint8Array),
  prepared_at: z.int(),
  attempts: z.int(),
})
const registeredSchema = registrationSchema.pick({ payment_hash: true })
const registrationsSchema = z.array(registrationSchema)
const attemptSchema = z.object({
  idempotency_key: z.string(),
  at: z.int(),
  outcome: z.string(),
  detail: z.string().nullable(),
  answer: z.instanceof(Uint8Array).nullable(),
})
const attemptsSchema = z.array(attemptSchema)

/** How many of a registration's first and last attempts are kept: a service may refuse it forever. */
const FIRST_KEPT = 3
const LAST_KEPT = 20

export interface StoredRegistration {
  readonly idempotencyKey: string
  readonly paymentHash: Hash
  readonly sealedBody: Uint8Array
  readonly preparedAt: number
}

/** A registration and how often it was sent. */
export interface CountedRegistration extends StoredRegistration {
  readonly attempts: number
}

export interface RegistrationAttempt {
  readonly idempotencyKey: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly outcome: string
  readonly detail: string | null
  /** The service's answer, sealed; null if there was none. */
  readonly sealedAnswer: Uint8Array | null
}

/** Stores the body and key of a registration before it is first sent; neither ever changes. */
export function insertRegistration(db: WritableDb, purchaseId: string, registration: StoredRegistration): void {
  db.prepare(
    `INSERT INTO registrations (idempotency_key, purchase_id, payment_hash, body, prepared_at)
     VALUES (:idempotencyKey, :purchaseId, :paymentHash, :sealedBody, :preparedAt)`,
  ).run({ ...registration, purchaseId })
}

/** Reads a purchase's valid registration, which is the newest; null before there is one. */
export function readRegistration(db: ReadableDb, purchaseId: string): StoredRegistration | null {
  return readRegistrations(db, purchaseId).at(-1) ?? null
}

/** Reads the hash of the payment in the newest registration, sent or not; null before there is one. */
export function readRegisteredHash(db: ReadableDb, purchaseId: string): Hash | null {
  const row = db
    .prepare('SELECT payment_hash FROM registrations WHERE purchase_id = ? ORDER BY rowid DESC LIMIT 1')
    .get(purchaseId)
  return row === undefined ? null : registeredSchema.parse(row).payment_hash
}

/** Reads every registration of a purchase, newest last, even if the clock was set back between them. */
export function readRegistrations(db: ReadableDb, purchaseId: string): CountedRegistration[] {
  const rows = db
    .prepare(
      `SELECT idempotency_key, payment_hash, body, prepared_at, attempts FROM registrations
       WHERE purchase_id = ? ORDER BY rowid`,
    )
    .all(purchaseId)
  return registrationsSchema.parse(rows).map((row) => ({
    idempotencyKey: row.idempotency_key,
    paymentHash: row.payment_hash,
    sealedBody: row.body,
    preparedAt: row.prepared_at,
    attempts: row.attempts,
  }))
}

/**
 * Stores the outcome of one attempt, counts it, and drops those that are neither among the first nor the last; must run in a transaction.
 */
export function insertAttempt(db: WritableDb, attempt: RegistrationAttempt): void {
  const { idempotencyKey } = attempt
  db.prepare(
    `INSERT INTO registration_attempts (idempotency_key, at, outcome, detail, answer)
     VALUES (:idempotencyKey, :at, :outcome, :detail, :sealedAnswer)`,
  ).run(attempt)
  db.prepare('UPDATE registrations SET attempts = attempts + 1 WHERE idempotency_key = ?').run(idempotencyKey)
  db.prepare(
    `WITH own AS (SELECT id FROM registration_attempts WHERE idempotency_key = @key)
     DELETE FROM registration_attempts WHERE idempotency_key = @key
       AND id NOT IN (SELECT id FROM own ORDER BY id LIMIT ${FIRST_KEPT})
       AND id NOT IN (SELECT id FROM own ORDER BY id DESC LIMIT ${LAST_KEPT})`,
  ).run({ key: idempotencyKey })
}

const countRow = z.object({ count: z.int() })

/** Returns how often the registrations of a purchase were sent, including attempts that were dropped. */
export function countAttempts(db: ReadableDb, purchaseId: string): number {
  const row = db
    .prepare('SELECT coalesce(sum(attempts), 0) AS count FROM registrations WHERE purchase_id = ?')
    .get(purchaseId)
  return countRow.parse(row).count
}

/** Returns the kept attempts to send a purchase's registrations, in order. */
export function readAttempts(db: ReadableDb, purchaseId: string): RegistrationAttempt[] {
  const rows = db
    .prepare(
      `SELECT a.idempotency_key, a.at, a.outcome, a.detail, a.answer FROM registration_attempts a
       JOIN registrations r ON r.idempotency_key = a.idempotency_key WHERE r.purchase_id = ? ORDER BY a.id`,
    )
    .all(purchaseId)
  return attemptsSchema.parse(rows).map(({ idempotency_key, answer, ...attempt }) => ({
    ...attempt,
    idempotencyKey: idempotency_key,
    sealedAnswer: answer,
  }))
}
