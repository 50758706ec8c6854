import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import { vaultFileSchema } from '../vault/file/vault-file.ts'
import type { FileHandle } from 'node:fs/promises'

// A backup file; numbers are big endian:
//   "tillbackup"  10 bytes
//   version       2 bytes, 1
//   length        4 bytes: of the header
//   header        JSON: what it is a copy of, a salt, and the vault, whose content the password decrypts
//   chunks        the ledger, 1 MiB at a time, the last one shorter: AES-256-GCM, each followed by its 16-byte tag
// A newer version also means a newer vault format.

const MAGIC = Buffer.from('tillbackup', 'latin1')
const FORMAT_VERSION = 1
/** The bytes before the header. */
export const PREFIX_BYTES = MAGIC.length + 2 + 4
/** Far more than a vault with the most accounts needs. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024
export const CHUNK_BYTES = 1024 * 1024
export const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

const headerSchema = z.strictObject({
  /** Epoch milliseconds. */
  madeAt: z.int().min(0).max(8_640_000_000_000_000),
  /** The version of the Till that made it. */
  till: z.string().max(100),
  wallet: z.uuid(),
  ledger: z.strictObject({ version: z.int().positive(), bytes: z.int().positive() }),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
  vault: vaultFileSchema,
})
export type BackupHeader = z.output<typeof headerSchema>

/** Returns the AppError for a backup that cannot be used. */
export function badBackup(reason: ErrorReason<'bad-backup'>, cause?: unknown): AppError {
  return new AppError('bad-backup', 'The backup cannot be used', { details: { reason }, cause })
}

/** Returns everything before the first chunk. */
export function packHeader(header: BackupHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header), 'utf8')
  const numbers = Buffer.alloc(6)
  numbers.writeUInt16BE(FORMAT_VERSION, 0)
  numbers.writeUInt32BE(text.length, 2)
  return Buffer.concat([MAGIC, numbers, text])
}

/** Returns the length of the header after a prefix. Throws AppError `bad-backup` for another kind of file, or one of a newer Till. */
export function readPrefix(prefix: Buffer): number {
  if (prefix.length < PREFIX_BYTES || !prefix.subarray(0, MAGIC.length).equals(MAGIC)) throw badBackup('not-a-backup')
  if (prefix.readUInt16BE(MAGIC.length) > FORMAT_VERSION) throw badBackup('newer')
  const length = prefix.readUInt32BE(MAGIC.length + 2)
  if (prefix.readUInt16BE(MAGIC.length) !== FORMAT_VERSION || length > MAX_HEADER_BYTES) throw badBackup('damaged')
  return length
}

/** Parses the header. Throws AppError `bad-backup` if that fails. */
export function readHeader(bytes: Buffer): BackupHeader {
  try {
    return headerSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw badBackup('damaged', error)
  }
}

/** Returns the number of bytes after the header. */
export function sealedBytes(ledgerBytes: number): number {
  return ledgerBytes + Math.ceil(ledgerBytes / CHUNK_BYTES) * TAG_BYTES
}

/** Seals and opens the chunks of one backup. */
export interface ChunkCipher {
  /** Returns a sealed chunk followed by its tag. */
  seal(plain: Uint8Array, index: number, isLast: boolean): Buffer
  /** Opens a chunk. Throws AppError `bad-backup` if the chunk, its position or the head of the file was changed. */
  open(sealed: Uint8Array, index: number, isLast: boolean): Buffer
}

/**
 * Creates the cipher of the chunks after `head`. Its key is unique to the file, derived from the wallet's records key and the salt
 * (HKDF-SHA-256, RFC 5869). A chunk's nonce is its position and whether it is the last (STREAM, Hoang et al. 2015). The head is the
 * authenticated data of every chunk.
 */
export function createChunkCipher(recordsKey: Uint8Array, salt: string, head: Uint8Array): ChunkCipher {
  const key = new Uint8Array(hkdfSync('sha256', recordsKey, Buffer.from(salt, 'hex'), 'till backup 1', 32))
  const bound = createHash('sha256').update(head).digest()

  function nonceOf(index: number, isLast: boolean): Buffer {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(index, 7)
    nonce[11] = isLast ? 1 : 0
    return nonce
  }

  return {
    seal(plain, index, isLast) {
      const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast)).setAAD(bound)
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, index, isLast) {
      const end = sealed.length - TAG_BYTES
      if (end < 0) throw badBackup('damaged')
      const decipher = createDecipheriv(CIPHER, key, nonceOf(index, isLast), { authTagLength: TAG_BYTES })
      decipher.setAAD(bound).setAuthTag(sealed.subarray(end))
      const plain = decipher.update(sealed.subarray(0, end))
      try {
        decipher.final()
      } catch (error) {
        throw badBackup('damaged', error)
      }
      return plain
    },
  }
}

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
