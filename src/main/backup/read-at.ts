import type { FileHandle } from 'node:fs/promises'
import { badBackup } from './backup-format.ts'

/** Reads exactly `length` bytes. Throws AppError `bad-backup` if the file ends earlier. */
export async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw badBackup('damaged')
    done += bytesRead
  }
  return bytes
}
