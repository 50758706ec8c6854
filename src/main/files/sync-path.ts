import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file's content is on the disk; Windows needs write access for that. */
export function syncPath(file: string): void {
  sync(file, 'r+')
}

/** What a system says that cannot do this for a folder, as on network shares and on folders that may not be read. */
const unable: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EACCES', 'EPERM']

/** Does the same for the file names in a folder, if the system can. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  try {
    sync(folder, 'r')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unable.includes(error.code))) throw error
  }
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
