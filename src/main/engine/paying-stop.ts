import type { AppView } from '../../shared/app/views.ts'
import { isDurable } from '../db/open-ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import type { RecordsKeeper } from '../vault/records-keeper.ts'

/** Why paying is stopped. */
export interface PayingStop {
  reason(): AppView['payingStopped']
  /** Stops all paying in this process after a disk error in the ledger. */
  diskFailed(): void
}

/** Creates it for a ledger without a disk error so far. A closed policy has limits that nobody knows. */
export function createPayingStop(
  ledger: WritableDb,
  keeper: Pick<RecordsKeeper, 'isReadable'>,
  policy: { readonly isClosed: boolean },
): PayingStop {
  let hasDiskFailed = false
  return {
    reason() {
      if (hasDiskFailed) return 'disk-error'
      if (!isDurable(ledger)) return 'ledger-unsafe'
      if (policy.isClosed) return 'policy-unusable'
      return keeper.isReadable() ? null : 'records-unreadable'
    },
    diskFailed: () => void (hasDiskFailed = true),
  }
}
