import { copyFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxFailure } from '../failure.ts'

const settledAfter = 150

function isWhole(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return true
  } catch {
    return false
  }
}

export const statePath = (folder: string): string => join(folder, 'state.json')
const backupPath = (folder: string): string => join(folder, 'state.backup.json')

/**
 * Puts a whole state file in place before Anvil reads it: Anvil rewrites its file in place, so a kill can leave half of one.
 * Throws SandboxFailure where neither the file nor its backup can be read.
 */
export function restoreState(folder: string): void {
  const [state, backup] = [statePath(folder), backupPath(folder)]
  if (existsSync(state) ? isWhole(state) : !existsSync(backup)) return
  if (existsSync(backup) && isWhole(backup)) copyFileSync(backup, state)
  else throw new SandboxFailure(`The chain state in ${folder} is damaged. Remove that sandbox folder to start afresh.`)
}

/** Copies the state file to its backup where it has changed and is certainly not being written. */
export function backUpState(folder: string, now: number = Date.now()): void {
  const [state, backup] = [statePath(folder), backupPath(folder)]
  if (!existsSync(state)) return
  const before = statSync(state)
  if (before.size === 0 || now - before.mtimeMs < settledAfter) return
  if (existsSync(backup) && statSync(backup).mtimeMs >= before.mtimeMs) return
  const copy = `${backup}.new`
  copyFileSync(state, copy)
  const after = statSync(state)
  if (after.mtimeMs === before.mtimeMs && after.size === before.size) renameSync(copy, backup)
}
