import { existsSync, readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { limitsView } from '../../../shared/limits/views.ts'
import { address } from '../../../shared/scalars.ts'
import { replaceByCopy, replaceFile } from '../../files/replace-file.ts'
import { boxSchema } from './box.ts'
import { firstVaultFile } from './first-vault-file.ts'
import { kdfSchema } from '../keys/key-derivation.ts'

/** An address whose key the vault holds: its index in the recovery phrase's branch (m/44'/60'/0'/0/index), null for an imported key. */
const accountSchema = z.strictObject({
  address,
  index: z.int().min(0).max(0x7fff_ffff).nullable(),
})

/** The maximum number of accounts; a file with more is rejected. */
export const MAX_ACCOUNTS = 1000

const currentVaultFile = z.strictObject({
  header: z.strictObject({ version: z.literal(2), walletId: z.uuid(), kdf: kdfSchema }),
  accounts: z.array(accountSchema).min(1).max(MAX_ACCOUNTS),
  /** The spending limits, once set. They are readable, and the vault does not open if they were changed or removed. */
  limits: limitsView.strict().optional(),
  /** The data key, encrypted under the password's key and bound to the header. */
  dataKey: boxSchema,
  /** All secrets, encrypted under the data key and bound to header, accounts and limits. */
  content: boxSchema,
})
export const vaultFileSchema = z.union([currentVaultFile, firstVaultFile])

export type VaultAccount = Readonly<z.output<typeof accountSchema>>
export type CurrentVaultFile = z.output<typeof currentVaultFile>
export type VaultFile = z.output<typeof vaultFileSchema>

/** Returns the vault at `path`, or null if there is none; throws AppError `vault-damaged` if it cannot be read. */
export function readVaultFile(path: string): VaultFile | null {
  if (!existsSync(path)) return null
  try {
    return vaultFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new AppError('vault-damaged', 'The vault file cannot be read', { cause: error })
  }
}

/**
 * Replaces the vault at `path` in one crash-safe step. The previous version stays as `.previous`, unless it would open with a password, or
 * hold a key, that must be gone.
 */
export function writeVaultFile(path: string, file: CurrentVaultFile, before: 'kept' | 'gone'): void {
  const previous = `${path}.previous`
  replaceFile(path, JSON.stringify(file, null, 2), () => {
    if (before === 'kept' && existsSync(path)) replaceByCopy(previous, path)
    // Deleted before the new version exists: a crash in between leaves nothing that opens with the old secret.
    if (before === 'gone') rmSync(previous, { force: true })
  })
}
