import { AppError } from '../../shared/errors.ts'
import type { SpendContext, SpendWallet } from './spend-context.ts'

/** Why nothing may be paid now, and whether the vault is locked. */
export type SigningState = Pick<SpendContext, 'payingStopped'> & { readonly wallet: Pick<SpendWallet, 'isLocked'> }

/** Throws AppError `paying-stopped`, with the reason, while nothing may be paid. */
export function assertPayingAllowed({ payingStopped }: Pick<SpendContext, 'payingStopped'>): void {
  const reason = payingStopped()
  if (reason !== null) throw new AppError('paying-stopped', 'Paying is stopped', { details: { reason } })
}

/** Throws AppError `paying-stopped` while nothing may be paid, `locked` while the vault is locked. */
export function assertSigningAllowed(state: SigningState): void {
  assertPayingAllowed(state)
  if (state.wallet.isLocked()) throw new AppError('locked', 'Till is locked')
}
