import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { replaceByCopy } from '../../files/replace-file.ts'
import { syncFolder } from '../../files/sync-path.ts'
import { accountsOf } from './vault-box.ts'
import { readVaultFile } from './vault-file.ts'

const beside = (path: string): string => `${path}.previous`

/** Returns the date (epoch ms) and number of accounts of a vault's previous version; null if it cannot be read. */
export function previousVault(path: string): { at: number; accounts: number } | null {
  try {
    const file = readVaultFile(beside(path))
    return file && { at: statSync(beside(path)).mtimeMs, accounts: accountsOf(file).length }
  } catch {
    return null
  }
}

/** Moves an unreadable vault and its previous version into a folder next to it, named by an epoch time; deletes nothing. */
export function setVaultAside(path: string, at: number): void {
  const folder = asideFolder(path, at)
  for (const file of [path, beside(path)]) if (existsSync(file)) renameSync(file, join(folder, basename(file)))
  syncFolder(dirname(path))
}

/** Copies a vault into a folder next to it, named by an epoch time. */
export function copyVaultAside(path: string, at: number): void {
  replaceByCopy(join(asideFolder(path, at), basename(path)), path)
}

/** Replaces an unreadable vault with its previous version, and moves it aside; interrupted at any point, both still exist. */
export function usePreviousVault(path: string, at: number): void {
  if (existsSync(path)) copyVaultAside(path, at)
  replaceByCopy(path, beside(path))
}

function asideFolder(path: string, at: number): string {
  const folder = join(dirname(path), `set-aside-${at}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
