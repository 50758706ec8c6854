import { existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFile } from '../files/make-file.ts'

const PATIENCE_MS = 3_000
const POLL_MS = 50

const fileIn = (dataDir: string): string => join(dataDir, 'focus')

/**
 * Focuses the window whenever another start with this data folder asks for it. The file holds one of two words, so that nothing else can be
 * asked; only the folder's owner can write it. Where the system cannot watch it, the other start says that Till is already open.
 */
export function answerFocusRequests(dataDir: string, focus: () => Promise<void>): { stop(): void } {
  const file = fileIn(dataDir)
  const answer = (): void => {
    if (readWord(file) !== 'wanted') return
    focus().then(
      () => writeFileSync(file, 'shown'),
      () => undefined,
    )
  }
  try {
    makeFile(file)
    const watcher = watch(file, { persistent: false }, answer)
    watcher.on('error', () => watcher.close())
    return { stop: () => watcher.close() }
  } catch {
    return { stop: () => undefined }
  }
}

/** Returns whether a Till that answers such requests ever had this data folder open. */
export function canRequestFocus(dataDir: string): boolean {
  return existsSync(fileIn(dataDir))
}

/** Asks the Till that has this data folder open to focus its window; returns whether it did. */
export async function requestFocus(dataDir: string, patienceMs = PATIENCE_MS): Promise<boolean> {
  const file = fileIn(dataDir)
  makeFile(file)
  writeFileSync(file, 'wanted')
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await wait(POLL_MS)) {
    if (readWord(file) === 'shown') return true
  }
  return false
}

function readWord(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
