import { AppError } from '../../shared/errors.ts'
import { noLimits, type Limits } from '../../shared/limit-views.ts'
import { compareDecimals, type Decimal } from '../../shared/money.ts'
import type { Database } from '../db/open-database.ts'
import { forgetFirstLimits, readFirstLimits } from '../settings/limits-repository.ts'
import type { Vault } from '../vault/vault.ts'

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
  ledger: Database,
  vault: Pick<Vault, 'limits' | 'setLimits'>,
  ceiling: () => Ceiling,
): SpendingLimits {
  return {
    read() {
      return [readFirstLimits(ledger), { ...noLimits, ...ceiling() }].reduce(strictest, vault.limits())
    },
    async set(limits, password) {
      refuseAbove(limits, { ...noLimits, ...ceiling() })
      await vault.setLimits(password, limits)
      forgetFirstLimits(ledger)
    },
  }
}

/** A limit that is at the policy's is the same as none above it. */
function refuseAbove(limits: Limits, most: Limits): void {
  for (const kind of ['perPurchase', 'perDay', 'perRecipient'] as const) {
    if (stricter(limits[kind], most[kind]) === limits[kind]) continue
    throw new AppError('not-allowed', 'The policy allows no more', { details: { reason: 'above-policy' } })
  }
}

function strictest(one: Limits, other: Limits): Limits {
  return {
    perPurchase: stricter(one.perPurchase, other.perPurchase),
    perDay: stricter(one.perDay, other.perDay),
    perRecipient: stricter(one.perRecipient, other.perRecipient),
  }
}

function stricter(one: Decimal | null, other: Decimal | null): Decimal | null {
  if (one === null || other === null) return one ?? other
  return compareDecimals(one, other) <= 0 ? one : other
}
