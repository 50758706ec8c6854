import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { Limits } from '../../../shared/limits/views.ts'
import { openBox, sealBox } from './box.ts'
import { openFirstContent, openFirstDataKey } from './first-vault-file.ts'
import { deriveKey, drawKdf, isAtLeast, type KeyCost } from '../keys/key-derivation.ts'
import { packContent, unpackContent, type VaultContent } from './vault-content.ts'
import type { CurrentVaultFile, VaultAccount, VaultFile } from './vault-file.ts'

/** An unlocked vault: its content, and the data key that encrypts it again without the password. */
export interface OpenVault {
  readonly header: CurrentVaultFile['header']
  readonly dataKey: Uint8Array
  readonly dataKeyBox: CurrentVaultFile['dataKey']
  readonly content: VaultContent
}

/** Creates a vault with `content` under `password`: Argon2id, a random data key, AES-256-GCM. */
export async function createVault(
  content: VaultContent,
  password: Uint8Array,
  cost: KeyCost,
  walletId: string = randomUUID(),
): Promise<OpenVault> {
  const header = { version: 2, walletId, kdf: drawKdf(cost) } as const
  const passwordKey = await deriveKey(password, header.kdf)
  const dataKey = randomBytes(32)
  const dataKeyBox = sealBox(passwordKey, dataKey, boundToHeader(header))
  passwordKey.fill(0)
  return { header, dataKey, dataKeyBox, content }
}

/** Returns the file of an open vault with these accounts and limits. */
export function toVaultFile(
  { header, dataKey, dataKeyBox, content }: OpenVault,
  accounts: readonly VaultAccount[],
  limits: Limits | undefined,
): CurrentVaultFile {
  const packed = packContent(content)
  const box = sealBox(dataKey, packed, boundToAll(header, accounts, limits))
  packed.fill(0)
  return { header, accounts: [...accounts], ...(limits && { limits }), dataKey: dataKeyBox, content: box }
}

/**
 * Opens a vault file, one of the first format in the current form. Throws AppError `vault-damaged` if its parameters are weaker than
 * `floor` or its content is invalid, `wrong-password` if the password (or a modified header) does not open it.
 */
export async function openVault(file: VaultFile, password: Uint8Array, floor: KeyCost): Promise<OpenVault> {
  const { header } = file
  if (!isAtLeast(header.kdf, floor))
    throw new AppError('vault-damaged', 'The vault asks for a weaker protection than Till allows')
  // Argon2id accepts no empty password, and no vault has one.
  if (password.length === 0) throw new AppError('wrong-password', 'The password is empty')
  const passwordKey = await deriveKey(password, header.kdf)
  try {
    const dataKey = openDataKey(file, passwordKey)
    const content = openContent(file, dataKey)
    const today = { version: 2, walletId: header.walletId, kdf: header.kdf } as const
    return { header: today, dataKey, dataKeyBox: sealBox(passwordKey, dataKey, boundToHeader(today)), content }
  } finally {
    passwordKey.fill(0)
  }
}

/** Returns a vault file's spending limits; undefined if none were set. */
export function limitsOf(file: VaultFile): Limits | undefined {
  return 'accounts' in file ? file.limits : undefined
}

/** Returns a vault file's addresses, in its order. */
export function accountsOf(file: VaultFile): readonly VaultAccount[] {
  if ('accounts' in file) return file.accounts
  return file.header.addresses.map((address, index) => ({ address: address as `0x${string}`, index }))
}

function openDataKey(file: VaultFile, passwordKey: Uint8Array): Buffer {
  try {
    return 'accounts' in file
      ? openBox(passwordKey, file.dataKey, boundToHeader(file.header))
      : openFirstDataKey(file, passwordKey)
  } catch (error) {
    throw new AppError('wrong-password', 'The password does not open this vault', { cause: error })
  }
}

function openContent(file: VaultFile, dataKey: Uint8Array): VaultContent {
  try {
    if (!('accounts' in file)) return openFirstContent(file, dataKey)
    const packed = openBox(dataKey, file.content, boundToAll(file.header, file.accounts, file.limits))
    const content = unpackContent(packed)
    packed.fill(0)
    return content
  } catch (error) {
    dataKey.fill(0)
    throw new AppError('vault-damaged', 'The vault opens, but what it holds is damaged', { cause: error })
  }
}

function boundToHeader({ version, walletId, kdf }: CurrentVaultFile['header']): unknown[] {
  return ['data key', version, walletId, kdf.name, kdf.memoryKiB, kdf.passes, kdf.lanes, kdf.salt]
}

function boundToAll(
  header: CurrentVaultFile['header'],
  accounts: readonly VaultAccount[],
  limits: Limits | undefined,
): unknown[] {
  const named = accounts.map(({ address, index }) => [address, index])
  const { perPurchase, perDay, perRecipient } = limits ?? {}
  return ['content', ...boundToHeader(header), named, ...(limits ? [[perPurchase, perDay, perRecipient]] : [])]
}
