import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { syncPath } from '../files/sync-path.ts'
import type { VaultFile } from '../vault/file/vault-file.ts'
import { CHUNK_BYTES, createChunkCipher, packHeader, readAt } from './backup-format.ts'
import { openBackup } from './read-backup.ts'

export interface BackupParts {
  readonly vault: VaultFile
  /** A copy of the ledger, not empty, that is no longer written to. */
  readonly ledgerFile: string
  /** The schema version of the copy. */
  readonly ledgerVersion: number
  /** The wallet's own; the vault holds a copy of it. */
  readonly recordsKey: Uint8Array
  /** Epoch milliseconds. */
  readonly madeAt: number
  /** Till's version. */
  readonly till: string
}

/** The written file does not read back as it was written. */
export class NotVerifiedError extends Error {
  override readonly name = 'NotVerifiedError'
}

/**
 * Writes a backup to a new file at `path` chunk by chunk, syncs it to the disk, and reads it back. Throws NotVerifiedError if that differs,
 * or the system's own error if it cannot be written.
 */
export async function writeBackup(path: string, parts: BackupParts): Promise<void> {
  const written = await seal(path, parts)
  syncPath(path)
  const read = createHash('sha256')
  try {
    const backup = await openBackup(path)
    try {
      await backup.readLedger(parts.recordsKey, (part) => read.update(part))
    } finally {
      await backup.close()
    }
  } catch (error) {
    throw new NotVerifiedError('The backup does not open', { cause: error })
  }
  if (!timingSafeEqual(read.digest(), written)) throw new NotVerifiedError('The backup holds something else')
}

/** Returns the ledger's digest. */
async function seal(path: string, parts: BackupParts): Promise<Buffer> {
  const source = await open(parts.ledgerFile, 'r')
  try {
    const target = await open(path, 'wx', 0o600)
    try {
      return await sealInto(target, source, parts)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function sealInto(target: FileHandle, source: FileHandle, parts: BackupParts): Promise<Buffer> {
  const { vault, ledgerVersion: version, recordsKey, madeAt, till } = parts
  const { size: bytes } = await source.stat()
  const salt = randomBytes(32).toString('hex')
  const head = packHeader({ madeAt, till, wallet: vault.header.walletId, ledger: { version, bytes }, salt, vault })
  const cipher = createChunkCipher(recordsKey, salt, head)
  const digest = createHash('sha256')
  await target.writeFile(head)
  for (let at = 0, index = 0; at < bytes; at += CHUNK_BYTES, index++) {
    const chunk = await readAt(source, at, Math.min(CHUNK_BYTES, bytes - at))
    digest.update(chunk)
    await target.writeFile(cipher.seal(chunk, index, at + CHUNK_BYTES >= bytes))
  }
  return digest.digest()
}
