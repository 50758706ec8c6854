import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../files/sync-path.ts'

const marker = 'erasing'
/** Every file that holds or held keys. */
const keyFiles = /^(?:(?:vault\.json|records\.key)(?:\.\w+)*)$/
/** Every other file of the wallet: purchases, transfers, names, balances, and copies of them. */
const otherFiles = /^(?:(?:ledger|cache)\.db.*|ledger-to-back-up\.db.*|(?:backup-plan|shop-mode)\.json(?:\.\w+)*)$/
const keyFolders = /^(?:set-aside-\d+|restored-\d+|incoming)$/

/** Marks the wallet in a data folder for the next `finishErasing`, even after a crash. */
export function beginErasing(dataDir: string): void {
  closeSync(openSync(join(dataDir, marker), 'w', 0o600))
  syncFolder(dataDir)
}

/**
 * Erases a wallet that was marked: the keys first, overwritten and then unlinked, then all other files. A disk that remaps its blocks may
 * still keep the keys. Call it while no file is open; after a crash, call it again.
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
