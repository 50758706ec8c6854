import type { Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { VaultAccount } from '../vault/file/vault-file.ts'

/** Throws AppError `not-allowed` if one of the accounts whose keys a restore would lose has a payment or transfer under way. */
export function refuseLosing(lost: readonly VaultAccount[], isBusy: (address: Address) => boolean): void {
  if (!lost.some(({ address }) => isBusy(address))) return
  const details = { reason: 'restore-busy' } as const
  throw new AppError('not-allowed', 'A key with a payment under way would be lost', { details })
}
