import type { Address } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import type { Vault } from '../vault/vault.ts'
import { refuseLosing } from './refuse-losing.ts'

export interface PhraseRestoring {
  readonly vault: Vault
  /** Whether the key of the sealed records is known without the password. */
  readonly hasRecordsKey: () => boolean
  /** Returns whether an account has a payment or transfer that is not settled. */
  readonly isBusy: (address: Address) => boolean
  /** Called when the same wallet has another password. */
  readonly onUnlocked: () => void
}

/**
 * Restores the wallet from its recovery phrase, also in place of its own locked vault. Throws AppError `bad-phrase`, `wallet-exists`, and
 * `not-allowed` if that would lose the records, or the key of an account with a payment under way.
 */
export async function restorePhrase(
  { vault, hasRecordsKey, isBusy, onUnlocked }: PhraseRestoring,
  { words, passphrase, password }: RequestArgument<'vault.restore'>,
): Promise<void> {
  const before = vault.accounts()
  if (before.length > 0) {
    if (!hasRecordsKey()) throw notAllowed('records-unreadable')
    refuseLosing(
      before.filter(({ index }) => index === null),
      isBusy,
    )
  }
  await vault.restore({ words, passphrase }, password)
  if (before.length > 0) onUnlocked()
}

const notAllowed = (reason: ErrorReason<'not-allowed'>): AppError =>
  new AppError('not-allowed', 'The wallet cannot be restored from its phrase', { details: { reason } })
