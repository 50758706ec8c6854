import { createWaitTimes, patienceMs } from '../engine/schedule/wait-times.ts'
import type { ClaimRecord } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'

/** After a start the network has this long to show the transfer. */
const GRACE_MS = 60_000

/** Final claims whose transfer nodes have not shown for longer than the profile allows. */
export interface LateClaims {
  /** Notes that a claim could not be counted; returns whether it just became late. */
  note(claim: ClaimRecord): boolean
  counted(id: string): void
  /** Returns when a claim became late, as an ISO date; null if it is not. */
  since(id: string): string | null
  all(): { readonly id: string; readonly raisedAt: string }[]
}

/** Creates the late counts of a process that has counted nothing yet. */
export function createLateClaims({ now, monotonic, service }: ClaimsContext): LateClaims {
  const times = createWaitTimes<'final'>({ now, monotonic })
  const late = new Map<string, string>()
  return {
    note({ id, createdAt, profileId, countedAt }) {
      if (countedAt !== null || late.has(id)) return false
      const { whole, seen } = times.measure(id, 'final', createdAt)
      const over = whole - patienceMs(service(profileId)?.profile ?? null, 'final')
      if (seen < GRACE_MS || over < 0) return false
      late.set(id, new Date(now() - over).toISOString())
      return true
    },
    counted(id) {
      late.delete(id)
      times.forget(id)
    },
    since: (id) => late.get(id) ?? null,
    all: () => [...late].map(([id, raisedAt]) => ({ id, raisedAt })),
  }
}
