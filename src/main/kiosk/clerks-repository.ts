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
  })
  .transform(({ wait_ms: waitMs, wrong_pins: wrongPins, wrong_pin_at: wrongPinAt, ...row }) => ({
    ...{ ...row, waitMs, wrongPins, wrongPinAt },
  }))

/** One who works here; `pin` is sealed. */
export type StoredClerk = z.output<typeof clerkRow>

const columns = 'id, name, colour, pin, failures, wait_ms, mistakes, wrong_pins, wrong_pin_at'

/** Those who work here now, in the order in which they came. */
export function readClerks(db: ReadableDb): StoredClerk[] {
  return z.array(clerkRow).parse(db.prepare(`SELECT ${columns} FROM clerks WHERE left_at IS NULL ORDER BY rowid`).all())
}

/** One who works here now; null for anybody else. */
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

/** Keeps another PIN; what was guessed of the one before counts no more. */
export function writePin(db: WritableDb, id: string, pin: Uint8Array): void {
  db.prepare('UPDATE clerks SET pin = ?, failures = 0, wait_ms = 0, mistakes = 0 WHERE id = ?').run(pin, id)
}

export function writeGuesses(db: WritableDb, id: string, { failures, waitMs }: Guesses): void {
  db.prepare('UPDATE clerks SET failures = ?, wait_ms = ? WHERE id = ?').run(failures, waitMs, id)
}

/** Adds to what a right PIN does not make good, or takes away from it: never to less than nothing. */
export function addMistakes(db: WritableDb, id: string, by: number): void {
  db.prepare('UPDATE clerks SET mistakes = max(0, mistakes + ?) WHERE id = ?').run(by, id)
}

/** Counts one for the manager's eyes, typed at `at`. */
export function addWrongPin(db: WritableDb, id: string, at: number): void {
  db.prepare('UPDATE clerks SET wrong_pins = wrong_pins + 1, wrong_pin_at = ? WHERE id = ?').run(at, id)
}

/** The manager has seen them all. */
export function forgetWrongPins(db: WritableDb): void {
  db.prepare('UPDATE clerks SET wrong_pins = 0, wrong_pin_at = NULL').run()
}

export function endClerk(db: WritableDb, id: string, leftAt: number): void {
  db.prepare('UPDATE clerks SET left_at = ? WHERE id = ?').run(leftAt, id)
}
