import type { Vault } from '../vault/vault.ts'

/** Whether a fee above the cap is agreed to: only with the wallet's password. AppError where another one was typed. */
export async function acceptsFee(vault: Pick<Vault, 'verify'>, feePassword: string | null): Promise<boolean> {
  if (feePassword === null) return false
  await vault.verify(feePassword)
  return true
}
