import { AppError } from '../../shared/errors.ts'
import type { SpendContext, SpendWallet } from './spend-context.ts'

/** Why paying is stopped, if it is, and whether the vault is locked. */
export type SigningState = Pick<SpendContext, 'payingStopped'> & { readonly wallet: Pick<SpendWallet, 'isLocked'> }

/** Throws AppError `paying-stopped` while paying is stopped; the window always shows why. */
export function assertPayingAllowed({ payingStopped }: Pick<SpendContext, 'payingStopped'>): void {
  const cause = payingStopped()
  if (cause !== null) throw new AppError('paying-stopped', 'Paying is stopped', { details: { cause } })
}

/** Throws AppError `paying-stopped` while paying is stopped, `locked` while the vault is locked. */
export function assertSigningAllowed(state: SigningState): void {
  assertPayingAllowed(state)
  if (state.wallet.isLocked()) throw new AppError('locked', 'Till is locked')
}
