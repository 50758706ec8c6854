import type { Limits } from '../../shared/limit-views.ts'
import { compareDecimals, type Decimal } from '../../shared/money.ts'
import type { Database } from '../db/open-database.ts'
import { forgetFirstLimits, readFirstLimits } from '../settings/limits-repository.ts'
import type { Vault } from '../vault/vault.ts'

/** What may be spent at most. */
export interface SpendingLimits {
  /** The vault's, or the ledger's of an older Till where those are stricter: what is written into the ledger lifts nothing. */
  read(): Limits
  /** AppError `wrong-password` or `throttled`, with nothing changed. */
  set(limits: Limits, password: string): Promise<void>
}

/** Opens the limits, which the vault keeps. */
export function openLimits(ledger: Database, vault: Pick<Vault, 'limits' | 'setLimits'>): SpendingLimits {
  return {
    read() {
      const [own, first] = [vault.limits(), readFirstLimits(ledger)]
      return {
        perPurchase: stricter(own.perPurchase, first.perPurchase),
        perDay: stricter(own.perDay, first.perDay),
        perRecipient: stricter(own.perRecipient, first.perRecipient),
      }
    },
    async set(limits, password) {
      await vault.setLimits(password, limits)
      forgetFirstLimits(ledger)
    },
  }
}

function stricter(one: Decimal | null, other: Decimal | null): Decimal | null {
  if (one === null || other === null) return one ?? other
  return compareDecimals(one, other) < 0 ? one : other
}
