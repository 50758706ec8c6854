import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until what a file holds is on the disk; Windows does so only for who may write it. */
export function syncPath(file: string): void {
  sync(file, 'r+')
}

/** The same for the names in a folder, where the system can. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
