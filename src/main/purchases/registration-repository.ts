import type { Hash } from 'viem'
import { z } from 'zod'
import type { Database } from '../db/open-database.ts'

const registrationSchema = z.object({
  idempotency_key: z.string(),
  payment_hash: z.string() as unknown as z.ZodType<Hash>,
  body: z.instanceof(Uint8Array),
  prepared_at: z.int(),
})
const attemptSchema = z.object({ at: z.int(), outcome: z.string(), detail: z.string().nullable() })

export interface StoredRegistration {
  readonly idempotencyKey: string
  readonly paymentHash: Hash
  readonly sealedBody: Uint8Array
  readonly preparedAt: number
}

export type RegistrationAttempt = z.output<typeof attemptSchema>

/** Stores the body and key of a registration before it is first sent; neither ever changes. */
export function insertRegistration(db: Database, purchaseId: string, registration: StoredRegistration): void {
  db.prepare(
    'INSERT INTO registrations (idempotency_key, purchase_id, payment_hash, body, prepared_at) VALUES (?, ?, ?, ?, ?)',
  ).run(
    registration.idempotencyKey,
    purchaseId,
    registration.paymentHash,
    registration.sealedBody,
    registration.preparedAt,
  )
}

/** The registration of a purchase that counts, the newest, or null before there is one. */
export function readRegistration(db: Database, purchaseId: string): StoredRegistration | null {
  const row: unknown = db
    .prepare(
      `SELECT idempotency_key, payment_hash, body, prepared_at FROM registrations
       WHERE purchase_id = ? ORDER BY prepared_at DESC, rowid DESC LIMIT 1`,
    )
    .get(purchaseId)
  if (row === undefined) return null
  const parsed = registrationSchema.parse(row)
  return {
    idempotencyKey: parsed.idempotency_key,
    paymentHash: parsed.payment_hash,
    sealedBody: parsed.body,
    preparedAt: parsed.prepared_at,
  }
}

/** Notes how one sending ended. */
export function insertAttempt(db: Database, idempotencyKey: string, attempt: RegistrationAttempt): void {
  db.prepare('INSERT INTO registration_attempts (idempotency_key, at, outcome, detail) VALUES (?, ?, ?, ?)').run(
    idempotencyKey,
    attempt.at,
    attempt.outcome,
    attempt.detail,
  )
}

/** Every sending of a purchase's registrations, in order. */
export function readAttempts(db: Database, purchaseId: string): RegistrationAttempt[] {
  const rows = db
    .prepare(
      `SELECT a.at, a.outcome, a.detail FROM registration_attempts a
       JOIN registrations r ON r.idempotency_key = a.idempotency_key WHERE r.purchase_id = ? ORDER BY a.id`,
    )
    .all(purchaseId)
  return z.array(attemptSchema).parse(rows)
}
