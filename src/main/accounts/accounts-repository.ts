import type { Address } from 'viem'
import { z } from 'zod'
import { address } from '../../shared/scalars.ts'
import { accountColours, type AccountColour } from '../../shared/wallet/account-colours.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** The user's name for an account; `watched` if Till does not hold its key. */
export interface KnownAccount {
  readonly address: Address
  readonly name: string
  readonly colour: AccountColour
  readonly watched: boolean
}

const rows = z.array(
  z.object({
    address,
    name: z.string(),
    colour: z.enum(accountColours).catch('slate'),
    watched_at: z.int().nullable(),
  }),
)
const inUse = z.object({ address })

/** Returns every named or watched account; watched ones in the order they were added. */
export function readKnownAccounts(db: ReadableDb): KnownAccount[] {
  const found = db.prepare('SELECT address, name, colour, watched_at FROM accounts ORDER BY watched_at, rowid').all()
  return rows.parse(found).map(({ watched_at, ...one }) => ({ ...one, watched: watched_at !== null }))
}

/** Sets the name and the colour of an account. */
export function nameAccount(db: WritableDb, { address, name, colour }: Omit<KnownAccount, 'watched'>): void {
  db.prepare(
    `INSERT INTO accounts (address, name, colour) VALUES (?, ?, ?)
     ON CONFLICT (address) DO UPDATE SET name = excluded.name, colour = excluded.colour`,
  ).run(address, name, colour)
}

/** Watches an account from `at` (epoch ms) on. */
export function watchAccount(db: WritableDb, address: Address, colour: AccountColour, at: number): void {
  db.prepare(
    `INSERT INTO accounts (address, name, colour, watched_at) VALUES (?, '', ?, ?)
     ON CONFLICT (address) DO UPDATE SET watched_at = excluded.watched_at`,
  ).run(address, colour, at)
}

/** Stops watching an account whose key was added; it keeps its name. */
export function ownAccount(db: WritableDb, address: Address): void {
  db.prepare('UPDATE accounts SET watched_at = NULL WHERE address = ?').run(address)
}

export function forgetAccount(db: WritableDb, address: Address): void {
  db.prepare('DELETE FROM accounts WHERE address = ?').run(address)
}

/** Returns the account chosen last; null before the first choice. */
export function readAccountInUse(db: ReadableDb): Address | null {
  const row = db.prepare('SELECT address FROM account_in_use WHERE id = 1').get()
  return row === undefined ? null : inUse.parse(row).address
}

export function writeAccountInUse(db: WritableDb, address: Address): void {
  db.prepare(
    'INSERT INTO account_in_use (id, address) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET address = excluded.address',
  ).run(address)
}
