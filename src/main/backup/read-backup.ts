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
  readAt,
} from './backup-format.ts'

/** An open backup file; its chunks are still sealed. */
export interface OpenBackup {
  readonly header: BackupHeader
  /** Passes the ledger on in parts. Throws AppError `bad-backup` if anything in the file was changed. */
  readLedger(recordsKey: Uint8Array, take: (part: Buffer) => unknown): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a backup file and reads its unencrypted header, which is authenticated only once the ledger has been read. Throws AppError
 * `bad-backup` for another kind of file, a newer Till's, or a wrong length; the system's own error if it cannot be read.
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  // A pipe or a device must not make Till wait.
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
