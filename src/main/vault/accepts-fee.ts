import type { Vault } from './vault.ts'

/** Returns whether the user accepts a fee above the cap, which requires the wallet's password. Throws AppError for a wrong password. */
export async function acceptsFee(vault: Pick<Vault, 'verify'>, feePassword: string | null): Promise<boolean> {
  if (feePassword === null) return false
  await vault.verify(feePassword)
  return true
}
