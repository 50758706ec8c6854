import { AppError } from '../../shared/errors.ts'
import type { Vault } from '../vault/vault.ts'
import type { Accounts } from './accounts.ts'

export interface LockedParts {
  readonly vault: Pick<Vault, 'isLocked'>
  readonly accounts: Pick<Accounts, 'current'>
}

/** Throws AppError `locked` if there is a wallet and it is locked. */
export function assertUnlocked({ vault, accounts }: LockedParts): void {
  if (accounts.current() !== null && vault.isLocked()) throw new AppError('locked', 'Till is locked')
}
