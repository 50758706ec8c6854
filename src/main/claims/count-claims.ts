import { toAppError } from '../../shared/errors.ts'
import { isDiskError } from '../db/disk-errors.ts'
import { createSchedule, IDLE_MS, reportFailures } from '../engine/schedule/schedule.ts'
import { listUncounted, readClaim } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import { countClaim } from './count-claim.ts'
import { createLateClaims } from './find-late-claims.ts'

/** Counts claims once they are final, and shares the unassigned rests of their sums. */
export interface ClaimCounter {
  /** Counts all uncounted claims once nothing more urgent waits. */
  start(): void
  /** Counts all uncounted claims now: a change may show whose the rest of a sum is. */
  countAll(): void
  /** Returns whether nodes have not shown a claim's transfer for longer than its profile allows. */
  isLate(id: string): boolean
  /** Lists the late claims, with the time since when. */
  late(): { readonly id: string; readonly raisedAt: string }[]
  stop(): Promise<void>
}

const COUNTS_AT_ONCE = 2

/** Creates the counter; `onChanged` is called when a claim was counted, or became late. */
export function createClaimCounter(context: ClaimsContext, onChanged: (id: string) => void): ClaimCounter {
  const { ledger, timer, monotonic } = context
  const lateClaims = createLateClaims(context)
  const schedule = createSchedule({
    atOnce: COUNTS_AT_ONCE,
    timer,
    monotonic,
    run: reportFailures(context, 'counting of claim', count),
  })

  /** Retries later while the claim's nodes do not show the transfer. */
  async function count(id: string): Promise<number | null> {
    if (!listUncounted(ledger).includes(id)) return null
    const concerned = await tryToCount(context, id)
    if (concerned === null) {
      const claim = readClaim(ledger, id)
      if (claim !== null && lateClaims.note(claim)) onChanged(id)
      return IDLE_MS
    }
    lateClaims.counted(id)
    onChanged(id)
    if (concerned.length > 0) countAll()
    return null
  }

  function countAll(): void {
    for (const id of listUncounted(ledger)) schedule.now(id)
  }

  return {
    start() {
      for (const id of listUncounted(ledger)) schedule.soon(id)
    },
    countAll,
    isLate: (id) => lateClaims.since(id) !== null,
    late: lateClaims.all,
    stop: schedule.stop,
  }
}

/** Returns the purchases concerned; null if it cannot be counted yet. Any error but the disk's makes the claim late eventually. */
async function tryToCount(context: ClaimsContext, id: string): Promise<readonly string[] | null> {
  try {
    return await countClaim(context, id)
  } catch (error) {
    if (isDiskError(error)) throw error
    if (toAppError(error).code === 'internal') context.onUnforeseen(error, `counting of claim ${id}`)
    return null
  }
}
