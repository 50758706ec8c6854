import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file's content is on the disk; Windows needs write access for that. */
export function syncPath(file: string): void {
  sync(file, 'r+')
}

/** Does the same for the file names in a folder, if the system can. */
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
