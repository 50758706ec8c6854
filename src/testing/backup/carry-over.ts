import { join } from 'node:path'
import type { WritableDb } from '../../main/db/connections.ts'
import { openLedger } from '../../main/db/open-ledger.ts'
import { createSealer, type Sealer } from '../../main/db/seal.ts'
import { applyRestore } from '../../main/backup/apply-restore.ts'
import { makeBackup } from '../../main/backup/make-backup.ts'
import { stageRestore } from '../../main/backup/restore-backup.ts'
import { openWith, password, type TestMachines } from './backup.ts'

/** A ledger on the new machine, which must be closed, and what opens its sealed texts. */
export interface CarriedOver {
  readonly ledger: WritableDb
  readonly sealer: Sealer
}

/** Backs a ledger up into a file, and restores that on the new machine. */
export async function carryOver(
  { vault, recordsKey, stick: folder, old: dataDir, fresh }: TestMachines,
  ledger: WritableDb,
  at: number,
): Promise<CarriedOver> {
  const path = await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at, till: '1' })
  const key = await stageRestore({ path, dataDir: fresh, at, partsOf: () => 'wallet', openVault: openWith(password) })
  applyRestore(fresh)
  return { ledger: openLedger(join(fresh, 'ledger.db')), sealer: createSealer(key) }
}
