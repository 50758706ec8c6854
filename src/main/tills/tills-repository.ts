import type { Address } from 'viem'
import { z } from 'zod'
import { address } from '../../shared/scalars.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** Another till: the address of its wallet, with its checksum, and what it is called. */
export interface Till {
  readonly address: Address
  readonly name: string
}

const rows = z.array(z.object({ address, name: z.string() }))

/** Every till that is followed, in order. */
export function readTills(db: ReadableDb): Till[] {
  return rows.parse(db.prepare('SELECT address, name FROM tills ORDER BY place, address').all())
}

/** Adds a till behind those there are. */
export function insertTill(db: WritableDb, { address, name }: Till): void {
  db.prepare(
    'INSERT INTO tills (address, name, place) VALUES (?, ?, (SELECT coalesce(max(place), 0) + 1 FROM tills))',
  ).run(address, name)
}

export function renameTill(db: WritableDb, { address, name }: Till): void {
  db.prepare('UPDATE tills SET name = ? WHERE address = ?').run(name, address)
}

export function deleteTill(db: WritableDb, address: Address): void {
  db.prepare('DELETE FROM tills WHERE address = ?').run(address)
}
