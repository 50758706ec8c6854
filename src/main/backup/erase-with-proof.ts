import type { Address } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { Vault } from '../vault/vault.ts'
import type { BackupFiles } from './backup-files.ts'

export interface ErasingOptions {
  readonly vault: Vault
  readonly backupFiles: Pick<BackupFiles, 'make'>
  /** Whether anything that an account paid or sent has not ended yet. */
  readonly isBusy: (address: Address) => boolean
  /** Restarts without the wallet. */
  readonly restart: () => Promise<unknown>
}

/**
 * Erases the wallet from this machine: with its password, the end of its first address typed, and a proof that it can come back, which
 * is a backup file made and checked in this moment, or all its words. AppError `not-allowed` where something is on its way, or where the
 * words do not stand for all its keys; `backup-check-failed`, `wrong-password`, `throttled`, `backup-failed`.
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
    if (accounts.some(({ index }) => index === null)) throw notAllowed('words-not-enough')
    await vault.proveWords(password, proof)
  }
  // From here on nothing is signed: what came in between has, or it never does.
  await vault.lock()
  refuseBusy()
  await restart()
}

const notAllowed = (reason: string): AppError =>
  new AppError('not-allowed', 'The wallet can not be erased now', { details: { reason } })
