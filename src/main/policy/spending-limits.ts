import { noLimits, type Limits } from '../../shared/limits/views.ts'
import type { Decimal } from '../../shared/money.ts'
import type { WritableDb } from '../db/connections.ts'
import { forgetFirstLimits, readFirstLimits } from '../settings/settings-repository.ts'
import type { Vault } from '../vault/vault.ts'
import { assertNotAbove, strictest } from './strictest-limits.ts'

/** The most that a policy allows, for each limit it sets. */
export type Ceiling = { readonly [K in keyof Limits]?: Decimal | undefined }

/** The spending limits. */
export interface SpendingLimits {
  /**
   * Returns the strictest of the limits in the vault, in the policy, and in the ledger of an older Till. Nothing outside the vault can lift
   * a limit.
   */
  read(): Limits
  /** Throws AppError `wrong-password` or `throttled`, or `not-allowed` above the policy's limits; then nothing is changed. */
  set(limits: Limits, password: string): Promise<void>
}

/** Opens the limits, which the vault stores. */
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
