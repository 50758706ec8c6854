import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const OTHERS = 0o077

/**
 * Creates a missing database file, and makes it readable only by its owner; SQLite gives its other files the same mode. An existing file is
 * never opened: closing it would release this process's locks on it.
 */
export function makeFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600))
  else if ((statSync(file).mode & OTHERS) !== 0) closeToOthers(file)
}

function closeToOthers(file: string): void {
  try {
    chmodSync(file, 0o600)
  } catch {
    // Disks without owners, such as memory cards, have no permissions to set.
  }
}
