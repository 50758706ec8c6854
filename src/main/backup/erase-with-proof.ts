import type { Address } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import type { Vault } from '../vault/vault.ts'
import type { BackupFiles } from './backup-files.ts'

export interface ErasingOptions {
  readonly vault: Vault
  readonly backupFiles: Pick<BackupFiles, 'make'>
  /** Returns whether an account has a payment or transfer that is not settled. */
  readonly isBusy: (address: Address) => boolean
  /** Restarts without the wallet. */
  readonly restart: () => Promise<unknown>
}

/**
 * Erases the wallet from this machine. Requires its password, the end of its first address, and a proof that it can be restored: a backup
 * file made and checked now, or the recovery phrase. Throws AppError `not-allowed` if a payment is under way or the phrase does not cover
 * all keys; `backup-check-failed`, `wrong-password`, `throttled`, `backup-failed`.
 */
export async function eraseWallet(
  { vault, backupFiles, isBusy, restart }: ErasingOptions,
  { password, typed, proof }: RequestArgument<'vault.erase'>,
): Promise<void> {
  const accounts = vault.accounts()
  const [first] = accounts
  if (first === undefined) throw new AppError('no-wallet', 'There is no wallet yet')
  if (typed.trim().toLowerCase() !== first.address.slice(-4).toLowerCase())
    throw new AppError('invalid-input', 'This is another address', { details: { reason: 'typed-group' } })

  function refuseBusy(): void {
    if (accounts.some(({ address }) => isBusy(address))) throw notAllowed('wallet-busy')
  }
  refuseBusy()
  if (proof === 'backup') {
    await vault.verify(password)
    await backupFiles.make()
  } else {
    if (accounts.some(({ index }) => index === null)) throw notAllowed('phrase-not-enough')
    await vault.proveWords(password, proof)
  }
  // Nothing can be signed from here on; anything signed before is found by the check below.
  await vault.lock()
  refuseBusy()
  await restart()
}

const notAllowed = (reason: ErrorReason<'not-allowed'>): AppError =>
  new AppError('not-allowed', 'The wallet cannot be erased now', { details: { reason } })
