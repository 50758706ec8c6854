import type { AppView } from '../../shared/app/views.ts'
import { isDurable } from '../db/is-durable.ts'
import type { WritableDb } from '../db/connections.ts'
import type { RecordsKeeper } from '../vault/records-keeper.ts'

/** Why nothing may be paid now. */
export interface PayingStop {
  reason(): AppView['payingStopped']
  /** A disk error met the ledger: nothing is paid any more in this process. */
  diskFailed(): void
}

/** Creates it for a ledger that no disk error has met yet. */
export function createPayingStop(ledger: WritableDb, keeper: Pick<RecordsKeeper, 'isReadable'>): PayingStop {
  let hasDiskFailed = false
  return {
    reason() {
      if (hasDiskFailed) return 'disk-error'
      if (!isDurable(ledger)) return 'ledger-unsafe'
      return keeper.isReadable() ? null : 'records-unreadable'
    },
    diskFailed: () => void (hasDiskFailed = true),
  }
}
