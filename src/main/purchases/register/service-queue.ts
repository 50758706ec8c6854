import type { Timer } from '../../../shared/timer.ts'

/** Purchases that wait until their service answers again: one retries for all, and the others follow once it succeeds. */
export interface ServiceQueue {
  /** Lets a purchase try at once, or in turn if others wait already. */
  enter(profileId: string, id: string): void
  /** Queues a purchase; the first one retries in `delay` milliseconds. */
  park(profileId: string, id: string, delay: number): void
  /** Reports that a purchase got an answer of any kind. */
  passed(profileId: string, id: string): void
  /** Lets the first purchase of each queue retry now, because the connection is back. */
  tryNow(): void
  stop(): void
}

export interface ServiceQueueOptions {
  readonly timer: Timer
  /** Lets a purchase try. */
  readonly wake: (id: string) => void
  /** Returns whether a purchase goes before earlier ones. */
  readonly isFirst: (profileId: string, id: string) => boolean
}

/** The most concurrent attempts once one has succeeded. */
const AT_ONCE = 4

interface Line {
  readonly waiting: Set<string>
  /** Purchases that were woken and have not finished. */
  readonly trying: Set<string>
  cancel: (() => void) | null
}

/** Creates the queues of all services; each is empty. */
export function createServiceQueue({ timer, wake, isFirst }: ServiceQueueOptions): ServiceQueue {
  const lines = new Map<string, Line>()

  function lineOf(profileId: string): Line {
    const line = lines.get(profileId) ?? { waiting: new Set(), trying: new Set(), cancel: null }
    lines.set(profileId, line)
    return line
  }

  function wakeUpTo(profileId: string, most: number): void {
    const line = lineOf(profileId)
    line.cancel?.()
    line.cancel = null
    while (line.trying.size < most && line.waiting.size > 0) {
      const id = nextOf(line.waiting, (one) => isFirst(profileId, one))
      if (id === undefined) return
      line.waiting.delete(id)
      line.trying.add(id)
      wake(id)
    }
  }

  return {
    enter(profileId, id) {
      const line = lineOf(profileId)
      if (line.waiting.size === 0 || isFirst(profileId, id)) wake(id)
      else line.waiting.add(id)
    },
    park(profileId, id, delay) {
      const line = lineOf(profileId)
      line.trying.delete(id)
      line.waiting.add(id)
      // The newest failure has the best estimate.
      line.cancel?.()
      line.cancel = timer(delay, () => {
        // Pending requests are old and do not count.
        line.trying.clear()
        wakeUpTo(profileId, 1)
      })
    },
    passed(profileId, id) {
      const line = lines.get(profileId)
      if (!line) return
      line.trying.delete(id)
      line.waiting.delete(id)
      wakeUpTo(profileId, AT_ONCE)
    },
    tryNow() {
      for (const [profileId, line] of lines) {
        line.trying.clear()
        wakeUpTo(profileId, 1)
      }
    },
    stop() {
      for (const line of lines.values()) line.cancel?.()
      lines.clear()
    },
  }
}

function nextOf(waiting: ReadonlySet<string>, isFirst: (id: string) => boolean): string | undefined {
  let first: string | undefined
  for (const id of waiting) {
    if (isFirst(id)) return id
    first ??= id
  }
  return first
}
