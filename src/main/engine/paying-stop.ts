import type { AppView } from '../../shared/app/views.ts'
import type { Timer } from '../../shared/timer.ts'
import type { WritableDb } from '../db/connections.ts'
import { isDiskFull } from '../db/disk-errors.ts'
import { isDurable } from '../db/open-ledger.ts'
import type { RecordsKeeper } from '../vault/records-keeper.ts'

const LOOK_FOR_ROOM_MS = 2_000

export interface PayingStopParts {
  readonly ledger: WritableDb
  readonly keeper: Pick<RecordsKeeper, 'isReadable'>
  /** A closed policy has limits that nobody knows. */
  readonly policy: { readonly isClosed: boolean }
  readonly timer: Timer
  /** Returns whether the ledger's disk has room again. */
  readonly hasRoom: () => boolean
  /** The reason changed. */
  readonly changed: () => void
}

/** Why paying is stopped. */
export interface PayingStop {
  reason(): AppView['payingStopped']
  /** Stops all paying after the ledger's disk failed: until there is room again on a full one, otherwise for as long as this process runs. */
  diskFailed(error: unknown): void
}

/** Creates it for a ledger whose disk has not failed. */
export function createPayingStop(parts: PayingStopParts): PayingStop {
  const { ledger, keeper, policy, timer, hasRoom, changed } = parts
  let hasDiskFailed = false
  let isDiskFullNow = false

  function lookForRoom(): void {
    timer(LOOK_FOR_ROOM_MS, () => {
      if (!hasRoom()) return lookForRoom()
      isDiskFullNow = false
      changed()
    })
  }

  return {
    reason() {
      if (hasDiskFailed) return 'disk-error'
      if (isDiskFullNow) return 'disk-full'
      if (!isDurable(ledger)) return 'ledger-unsafe'
      if (policy.isClosed) return 'policy-unusable'
      return keeper.isReadable() ? null : 'records-unreadable'
    },
    diskFailed(error) {
      if (!isDiskFull(error)) hasDiskFailed = true
      else if (!isDiskFullNow) {
        isDiskFullNow = true
        lookForRoom()
      }
    },
  }
}
