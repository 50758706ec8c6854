import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { preserveFile } from '../db/copies/restore-ledger.ts'
import { syncFolder } from '../files/sync-path.ts'

/** The files of a wallet, with the files that may lie beside each. The vault comes last, because it makes the wallet exist. */
const parts: readonly { readonly name: string; readonly beside: readonly string[] }[] = [
  { name: 'ledger.db', beside: ['-wal', '-shm'] },
  { name: 'backup-plan.json', beside: [] },
  { name: 'vault.json', beside: ['.previous'] },
]
const named = /^restored-(\d+)$/

/** Returns the name of the folder for the files restored at an epoch time. */
export const restoredName = (at: number): string => `restored-${at}`

/**
 * Moves the prepared files into place and the old ones into `set-aside-…`; nothing is overwritten. Call it while none of the files is open.
 * After a crash, calling it again completes it.
 */
export function applyRestore(dataDir: string, move: (from: string, to: string) => void = renameSync): void {
  for (const folder of readdirSync(dataDir)
    .filter((name) => named.test(name))
    .sort()) {
    const aside = join(dataDir, folder.replace('restored', 'set-aside'))
    for (const { name, beside } of parts) {
      const ready = join(dataDir, folder, name)
      if (!existsSync(ready)) continue
      const files = [name, ...beside.map((suffix) => name + suffix)].filter((file) => existsSync(join(dataDir, file)))
      if (files.length > 0) mkdirSync(aside, { recursive: true, mode: 0o700 })
      // The old file keeps its name until the new one takes it, so a ledger and a vault exist at every moment.
      for (const file of files) {
        if (file === name) preserveFile(join(dataDir, file), join(aside, file))
        else move(join(dataDir, file), join(aside, file))
      }
      if (files.length > 0) syncFolder(aside)
      move(ready, join(dataDir, name))
      syncFolder(dataDir)
    }
    rmSync(join(dataDir, folder), { recursive: true })
  }
}
