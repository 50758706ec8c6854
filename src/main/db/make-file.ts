import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const OTHERS = 0o077

/**
 * Makes a database's file where it is missing, in any case readable only by its owner; SQLite gives the files beside it the
 * same mode. A file that is there is never opened: closing it would end the locks that this process holds on it.
 */
export function makeFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600))
  else if ((statSync(file).mode & OTHERS) !== 0) closeToOthers(file)
}

function closeToOthers(file: string): void {
  try {
    chmodSync(file, 0o600)
  } catch {
    // A disk without owners, a memory card say, has nothing to close.
  }
}
