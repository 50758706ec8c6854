import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import {
  badBackup,
  CHUNK_BYTES,
  createChunkCipher,
  PREFIX_BYTES,
  readHeader,
  readPrefix,
  sealedBytes,
  TAG_BYTES,
  type BackupHeader,
} from './backup-format.ts'
import { readAt } from './read-at.ts'

/** A backup file that was opened, its chunks still sealed. */
export interface OpenBackup {
  readonly header: BackupHeader
  /** Hands the ledger on, bit by bit; AppError `bad-backup` where anything in the file was changed. */
  readLedger(recordsKey: Uint8Array, take: (part: Buffer) => unknown): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a backup file and reads what is plain in it, which nothing proves before its ledger was read. AppError `bad-backup` where it is
 * none, a newer Till's, or of another length than it says; the system's own error where it can't be read.
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  // Whoever names a pipe or a device is not made to wait for it.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw badBackup('not-a-backup')
    const prefix = await readAt(handle, 0, Math.min(PREFIX_BYTES, stat.size))
    const length = readPrefix(prefix)
    const start = PREFIX_BYTES + length
    if (start > stat.size) throw badBackup('damaged')
    const head = Buffer.concat([prefix, await readAt(handle, PREFIX_BYTES, length)])
    const header = readHeader(head.subarray(PREFIX_BYTES))
    if (stat.size !== start + sealedBytes(header.ledger.bytes)) throw badBackup('damaged')
    return {
      header,
      async readLedger(recordsKey, take) {
        const cipher = createChunkCipher(recordsKey, header.salt, head)
        const end = start + sealedBytes(header.ledger.bytes)
        const step = CHUNK_BYTES + TAG_BYTES
        for (let at = start, index = 0; at < end; at += step, index++) {
          const sealed = await readAt(handle, at, Math.min(step, end - at))
          await take(cipher.open(sealed, index, at + step >= end))
        }
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
