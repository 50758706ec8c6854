import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder, syncPath } from '../../db/sync-path.ts'
import { accountsOf } from './vault-box.ts'
import { readVaultFile } from './vault-file.ts'

const beside = (path: string): string => `${path}.previous`

/** The version of a vault before its last change: of when, in epoch milliseconds, and with how many accounts; null where it can't be read. */
export function previousVault(path: string): { at: number; accounts: number } | null {
  try {
    const file = readVaultFile(beside(path))
    return file && { at: statSync(beside(path)).mtimeMs, accounts: accountsOf(file).length }
  } catch {
    return null
  }
}

/** Moves a vault that cannot be read, and the version before it, into a folder beside it, named by an epoch time; nothing is deleted. */
export function setVaultAside(path: string, at: number): void {
  const folder = asideFolder(path, at)
  for (const file of [path, beside(path)]) if (existsSync(file)) renameSync(file, join(folder, basename(file)))
  syncFolder(dirname(path))
}

/** Puts the version before in the place of a vault that cannot be read, which is moved aside; cut off anywhere, both are there. */
export function usePreviousVault(path: string, at: number): void {
  const next = `${path}.next`
  copyFileSync(beside(path), next)
  syncPath(next)
  if (existsSync(path)) copyFileSync(path, join(asideFolder(path, at), basename(path)))
  renameSync(next, path)
  syncFolder(dirname(path))
}

function asideFolder(path: string, at: number): string {
  const folder = join(dirname(path), `set-aside-${at}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
