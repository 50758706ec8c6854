import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync, copyFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/)
const box = z.strictObject({ nonce: hex.length(24), bytes: hex, tag: hex.length(32) })

/** Everything of a vault file that is readable without the password and bound to the rest as additional data. */
export const vaultHeaderSchema = z.strictObject({
  version: z.literal(1),
  walletId: z.uuid(),
  addresses: z.array(z.string().regex(/^0x[0-9a-fA-F]{40}$/)).min(1),
  backupChecked: z.boolean(),
  kdf: z.strictObject({
    name: z.literal('argon2id'),
    memoryKiB: z
      .int()
      .positive()
      .max(4 * 1024 * 1024),
    passes: z.int().positive().max(100),
    lanes: z.int().positive().max(64),
    salt: hex.length(32),
  }),
})

export const vaultFileSchema = z.strictObject({
  header: vaultHeaderSchema,
  /** The data key under the password's key. */
  dataKey: box,
  /** The wallet's words under the data key. */
  words: box,
  /** The records key under the data key. */
  recordsKey: box,
})

export type VaultHeader = z.output<typeof vaultHeaderSchema>
export type VaultFile = z.output<typeof vaultFileSchema>
export type Box = z.output<typeof box>

/** The vault at `path`, or null where there is none; AppError `vault-damaged` where it can't be read. */
export function readVaultFile(path: string): VaultFile | null {
  if (!existsSync(path)) return null
  try {
    return vaultFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new AppError('vault-damaged', 'The vault file can not be read', { cause: error })
  }
}

/** Replaces the vault at `path` in one step that survives a crash; the version before stays beside it as `.previous`. */
export function writeVaultFile(path: string, file: VaultFile): void {
  const next = `${path}.next`
  const descriptor = openSync(next, 'w', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(file, null, 2))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  if (existsSync(path)) copyFileSync(path, `${path}.previous`)
  renameSync(next, path)
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
