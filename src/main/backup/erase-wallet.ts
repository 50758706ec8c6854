import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../db/sync-path.ts'

const marker = 'erasing'
/** Whatever holds keys, now or as it once was. */
const keyFiles = /^(?:vault\.json(?:\.\w+)?|records\.key(?:\.sealed)?)$/
/** Whatever else is the wallet's: what was bought and sent, names, balances, copies of all that. */
const otherFiles = /^(?:(?:ledger|cache)\.db.*|ledger-to-back-up\.db.*|backup-plan\.json(?:\.next)?)$/
const keyFolders = /^(?:set-aside-\d+|restored-\d+|incoming)$/

/** Has the wallet in a data folder erased by the next `finishErasing`, whatever happens in between. */
export function beginErasing(dataDir: string): void {
  closeSync(openSync(join(dataDir, marker), 'w', 0o600))
  syncFolder(dataDir)
}

/**
 * Erases the wallet in a data folder where that was begun: keys first, overwritten before they are unlinked (a disk that moves its
 * blocks may keep them all the same), then everything else of it. To be called while nothing of it is open; cut off, it is called again.
 */
export function finishErasing(dataDir: string): void {
  if (!existsSync(join(dataDir, marker))) return
  const names = readdirSync(dataDir)
  for (const name of names.filter((one) => keyFiles.test(one))) overwrite(join(dataDir, name))
  for (const folder of names.filter((one) => keyFolders.test(one))) {
    for (const name of readdirSync(join(dataDir, folder))) overwrite(join(dataDir, folder, name))
    rmSync(join(dataDir, folder), { recursive: true })
  }
  for (const name of names.filter((one) => otherFiles.test(one))) rmSync(join(dataDir, name))
  for (const folder of ['backups', 'logs']) rmSync(join(dataDir, folder), { recursive: true, force: true })
  syncFolder(dataDir)
  rmSync(join(dataDir, marker))
}

function overwrite(file: string): void {
  const { size } = statSync(file)
  const descriptor = openSync(file, 'r+')
  try {
    for (let at = 0; at < size; at += 65_536)
      writeSync(descriptor, randomBytes(Math.min(65_536, size - at)), null, null, at)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  rmSync(file)
}
