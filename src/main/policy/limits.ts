import { noLimits, type Limits } from '../../shared/limits/views.ts'
import type { Decimal } from '../../shared/money.ts'
import type { WritableDb } from '../db/connections.ts'
import { forgetFirstLimits, readFirstLimits } from '../settings/limits-repository.ts'
import type { Vault } from '../vault/vault.ts'
import { assertNotAbove, strictest } from './strictest-limits.ts'

/** The most that a policy allows, of each that it names. */
export type Ceiling = { readonly [K in keyof Limits]?: Decimal | undefined }

/** What may be spent at most. */
export interface SpendingLimits {
  /** The strictest of the vault's, the policy's, and the ledger's of an older Till: what is written outside the vault lifts nothing. */
  read(): Limits
  /** AppError `wrong-password` or `throttled`, or `not-allowed` for what is above the policy, with nothing changed. */
  set(limits: Limits, password: string): Promise<void>
}

/** Opens the limits, which the vault keeps. */
export function openLimits(
  ledger: WritableDb,
  vault: Pick<Vault, 'limits' | 'setLimits'>,
  ceiling: () => Ceiling,
): SpendingLimits {
  return {
    read() {
      return [readFirstLimits(ledger), { ...noLimits, ...ceiling() }].reduce(strictest, vault.limits())
    },
    async set(limits, password) {
      assertNotAbove(limits, { ...noLimits, ...ceiling() })
      await vault.setLimits(password, limits)
      forgetFirstLimits(ledger)
    },
  }
}
