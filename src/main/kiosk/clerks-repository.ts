import { z } from 'zod'
import { accountColours, type AccountColour } from '../../shared/wallet/account-colours.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Guesses } from '../vault/throttle/guess-throttle.ts'

const clerkRow = z
  .object({
    id: z.string(),
    name: z.string(),
    colour: z.enum(accountColours),
    pin: z.instanceof(Uint8Array),
    failures: z.int(),
    wait_ms: z.int(),
    mistakes: z.int(),
    wrong_pins: z.int(),
    wrong_pin_at: z.int().nullable(),
    last_signed_in_at: z.int().nullable(),
  })
  .transform(
    ({
      wait_ms: waitMs,
      wrong_pins: wrongPins,
      wrong_pin_at: wrongPinAt,
      last_signed_in_at: lastSignedInAt,
      ...row
    }) => ({
      ...row,
      waitMs,
      wrongPins,
      wrongPinAt,
      lastSignedInAt,
    }),
  )

/** A clerk of this shop; `pin` is sealed. */
export type StoredClerk = z.output<typeof clerkRow>

const columns = 'id, name, colour, pin, failures, wait_ms, mistakes, wrong_pins, wrong_pin_at, last_signed_in_at'

const clerkRows = z.array(clerkRow)

/** Returns the current clerks in the order they were added. */
export function readClerks(db: ReadableDb): StoredClerk[] {
  return clerkRows.parse(db.prepare(`SELECT ${columns} FROM clerks WHERE left_at IS NULL ORDER BY rowid`).all())
}

/** Returns a current clerk; null if there is none with this id. */
export function readClerk(db: ReadableDb, id: string): StoredClerk | null {
  const row = db.prepare(`SELECT ${columns} FROM clerks WHERE id = ? AND left_at IS NULL`).get(id)
  return row === undefined ? null : clerkRow.parse(row)
}

export interface NewClerk {
  readonly id: string
  readonly name: string
  readonly colour: AccountColour
  readonly pin: Uint8Array
  readonly addedAt: number
}

export function insertClerk(db: WritableDb, clerk: NewClerk): void {
  db.prepare('INSERT INTO clerks (id, name, colour, pin, added_at) VALUES (:id, :name, :colour, :pin, :addedAt)').run(
    clerk,
  )
}

export function renameClerk(db: WritableDb, { id, name, colour }: Pick<NewClerk, 'id' | 'name' | 'colour'>): void {
  db.prepare('UPDATE clerks SET name = ?, colour = ? WHERE id = ?').run(name, colour, id)
}

/** Replaces a PIN and resets the wrong guesses of the old one. */
export function writePin(db: WritableDb, id: string, pin: Uint8Array): void {
  db.prepare('UPDATE clerks SET pin = ?, failures = 0, wait_ms = 0, mistakes = 0 WHERE id = ?').run(pin, id)
}

export function writeGuesses(db: WritableDb, id: string, { failures, waitMs }: Guesses): void {
  db.prepare('UPDATE clerks SET failures = ?, wait_ms = ? WHERE id = ?').run(failures, waitMs, id)
}

/** Adds `by` (may be negative) to the mistakes not yet made good; the sum never falls below zero. */
export function addMistakes(db: WritableDb, id: string, by: number): void {
  db.prepare('UPDATE clerks SET mistakes = max(0, mistakes + ?) WHERE id = ?').run(by, id)
}

/** Counts one wrong PIN, typed at `at`, for the manager to see. */
export function addWrongPin(db: WritableDb, id: string, at: number): void {
  db.prepare('UPDATE clerks SET wrong_pins = wrong_pins + 1, wrong_pin_at = ? WHERE id = ?').run(at, id)
}

/** Clears the wrong PINs once the manager has seen them. */
export function forgetWrongPins(db: WritableDb): void {
  db.prepare('UPDATE clerks SET wrong_pins = 0, wrong_pin_at = NULL').run()
}

export function writeSignIn(db: WritableDb, id: string, at: number): void {
  db.prepare('UPDATE clerks SET last_signed_in_at = ? WHERE id = ?').run(at, id)
}

export function deactivateClerk(db: WritableDb, id: string, leftAt: number): void {
  db.prepare('UPDATE clerks SET left_at = ? WHERE id = ?').run(leftAt, id)
}
