import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until what a file holds is on the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The same for the names in a folder, where the system can. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncPath(folder)
}
