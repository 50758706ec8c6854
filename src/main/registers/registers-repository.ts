import type { Address } from 'viem'
import { z } from 'zod'
import { address } from '../../shared/scalars.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

/** Another register: its wallet's checksummed address and its name. */
export interface Register {
  readonly address: Address
  readonly name: string
}

const rows = z.array(z.object({ address, name: z.string() }))

/** Returns all followed registers in order. */
export function readRegisters(db: ReadableDb): Register[] {
  return rows.parse(db.prepare('SELECT address, name FROM registers ORDER BY position, address').all())
}

/** Appends a register. */
export function insertRegister(db: WritableDb, { address, name }: Register): void {
  db.prepare(
    'INSERT INTO registers (address, name, position) VALUES (?, ?, (SELECT coalesce(max(position), 0) + 1 FROM registers))',
  ).run(address, name)
}

export function renameRegister(db: WritableDb, { address, name }: Register): void {
  db.prepare('UPDATE registers SET name = ? WHERE address = ?').run(name, address)
}

export function deleteRegister(db: WritableDb, address: Address): void {
  db.prepare('DELETE FROM registers WHERE address = ?').run(address)
}
