import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { deriveKey, isAtLeast, type KeyCost } from './key-derivation.ts'
import type { Box, VaultFile, VaultHeader } from './vault-file.ts'

/** What a vault keeps: the wallet's words and the key that seals the records. */
export interface VaultContent {
  readonly words: string
  readonly recordsKey: Uint8Array
}

/** Encrypts `content` under `password` into a new vault file: Argon2id, a random data key, AES-256-GCM with the header bound. */
export async function closeVault(
  content: VaultContent,
  password: string,
  addresses: readonly string[],
  cost: KeyCost,
  walletId: string = randomUUID(),
): Promise<VaultFile> {
  const salt = randomBytes(16)
  const header: VaultHeader = {
    version: 1,
    walletId,
    addresses: [...addresses],
    backupChecked: true,
    kdf: { name: 'argon2id', ...cost, salt: salt.toString('hex') },
  }
  const passwordKey = await deriveKey(password, salt, cost)
  const dataKey = randomBytes(32)
  try {
    return {
      header,
      dataKey: seal(passwordKey, dataKey, header, 'data key'),
      words: seal(dataKey, Buffer.from(content.words, 'utf8'), header, 'words'),
      recordsKey: seal(dataKey, content.recordsKey, header, 'records key'),
    }
  } finally {
    passwordKey.fill(0)
    dataKey.fill(0)
  }
}

/**
 * Decrypts a vault file. AppError `vault-damaged` where its parameters are weaker than `floor` or its inside does not fit,
 * `wrong-password` where the password (or a header somebody changed) does not open it.
 */
export async function openVault(file: VaultFile, password: string, floor: KeyCost): Promise<VaultContent> {
  const { kdf } = file.header
  if (!isAtLeast(kdf, floor))
    throw new AppError('vault-damaged', 'The vault asks for a weaker protection than Till allows')
  const passwordKey = await deriveKey(password, Buffer.from(kdf.salt, 'hex'), kdf)
  let dataKey: Buffer
  try {
    dataKey = unseal(passwordKey, file.dataKey, file.header, 'data key')
  } catch (error) {
    throw new AppError('wrong-password', 'The password does not open this vault', { cause: error })
  } finally {
    passwordKey.fill(0)
  }
  try {
    return {
      words: unseal(dataKey, file.words, file.header, 'words').toString('utf8'),
      recordsKey: unseal(dataKey, file.recordsKey, file.header, 'records key'),
    }
  } catch (error) {
    throw new AppError('vault-damaged', 'The vault opens, but what it holds is damaged', { cause: error })
  } finally {
    dataKey.fill(0)
  }
}

function seal(key: Uint8Array, plain: Uint8Array, header: VaultHeader, purpose: string): Box {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(boundData(header, purpose))
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()])
  return { nonce: nonce.toString('hex'), bytes: bytes.toString('hex'), tag: cipher.getAuthTag().toString('hex') }
}

function unseal(key: Uint8Array, box: Box, header: VaultHeader, purpose: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'hex'), { authTagLength: 16 })
  decipher.setAAD(boundData(header, purpose))
  decipher.setAuthTag(Buffer.from(box.tag, 'hex'))
  return Buffer.concat([decipher.update(Buffer.from(box.bytes, 'hex')), decipher.final()])
}

function boundData(header: VaultHeader, purpose: string): Buffer {
  const { version, walletId, addresses, backupChecked, kdf } = header
  const { name, memoryKiB, passes, lanes, salt } = kdf
  const ordered = [purpose, version, walletId, addresses, backupChecked, name, memoryKiB, passes, lanes, salt]
  return Buffer.from(JSON.stringify(ordered), 'utf8')
}
