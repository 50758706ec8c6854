import { usualPatience, type Profile } from '../../../shared/services/profile.ts'
import type { Clocks } from '../spend-context.ts'

const MINUTE = 60_000

/** A wait as this process measures it, unaffected by changes of the system clock. */
interface Measured<Beginning> {
  readonly beginning: Beginning
  /** Milliseconds that it had lasted, by the system clock, when this process first saw it. */
  readonly before: number
  /** The time of that, by the monotonic clock. */
  readonly seenAt: number
}

/** How long something has waited, in milliseconds. */
export interface WaitTime {
  readonly whole: number
  /** The part that this process saw. */
  readonly seen: number
}

/** The waits of everything that is signed and not settled; `Beginning` names what started a wait. */
export interface WaitTimes<Beginning> {
  /** Returns how long `id` has waited since `at` (epoch milliseconds), when `beginning` started its wait. */
  measure(id: string, beginning: Beginning, at: number): WaitTime
  /** Restarts the measurement for a wait that `beginning` starts now. */
  restart(id: string, beginning: Beginning): void
  forget(id: string): void
}

/** Creates the wait times of one process. */
export function createWaitTimes<Beginning extends string | number>({ now, monotonic }: Clocks): WaitTimes<Beginning> {
  const measured = new Map<string, Measured<Beginning>>()
  return {
    measure(id, beginning, at) {
      const known = measured.get(id)
      const first = { beginning, before: Math.max(0, now() - at), seenAt: monotonic() }
      const wait = known?.beginning === beginning ? known : first
      measured.set(id, wait)
      const seen = monotonic() - wait.seenAt
      return { whole: wait.before + seen, seen }
    },
    restart: (id, beginning) => void measured.set(id, { beginning, before: 0, seenAt: monotonic() }),
    forget: (id) => void measured.delete(id),
  }
}

/** Returns the milliseconds that a wait may last before the person is asked; the defaults if the profile is no longer known. */
export function patienceMs(profile: Profile | null, awaited: keyof typeof usualPatience): number {
  return (profile?.patienceMinutes ?? usualPatience)[awaited] * MINUTE
}
