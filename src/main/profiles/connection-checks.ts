import type { ConnectionView } from '../../shared/services/views.ts'
import type { Timer } from '../../shared/timer.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** Asks a service whether it answers; its connection reports the result. A request that never left costs none of the hour's. */
export async function checkConnection(
  client: Pick<ServiceClient, 'listNetworks' | 'connection'>,
): Promise<ConnectionView> {
  await client.listNetworks().catch(() => undefined)
  return client.connection()
}

const CHECK_EVERY_MS = 60_000
/** Checks connections, each at most once a minute; a check within that minute follows at its end. */
export function createChecks(timer: Timer): {
  begin(key: string, find: () => ServiceClient | null): void
  end(key: string): void
  close(): void
} {
  interface Rest {
    isAskedAgain: boolean
    readonly cancel: () => void
  }
  const resting = new Map<string, Rest>()

  function begin(key: string, find: () => ServiceClient | null): void {
    const rest = resting.get(key)
    if (rest) {
      rest.isAskedAgain = true
      return
    }
    const client = find()
    if (client === null) return
    const cancel = timer(CHECK_EVERY_MS, () => {
      const { isAskedAgain = false } = resting.get(key) ?? {}
      resting.delete(key)
      if (isAskedAgain) begin(key, find)
    })
    resting.set(key, { isAskedAgain: false, cancel })
    void checkConnection(client)
  }
  function end(key: string): void {
    resting.get(key)?.cancel()
    resting.delete(key)
  }

  return {
    begin,
    end,
    close() {
      for (const key of [...resting.keys()]) end(key)
    },
  }
}

const FIRST_PROBE_MS = 5_000
const LONGEST_MS = 120_000

/** Probes an unreachable service with growing pauses, so that its return is noticed even if nothing needs it. */
export function createProbes(timer: Timer): {
  begin(key: string, client: ServiceClient): void
  end(key: string): void
  close(): void
} {
  const cancels = new Map<string, () => void>()

  function plan(key: string, client: ServiceClient, ms: number): void {
    cancels.set(
      key,
      timer(ms, () => {
        void checkConnection(client).then(() => {
          if (cancels.has(key)) plan(key, client, Math.min(ms * 2, LONGEST_MS))
        })
      }),
    )
  }

  function end(key: string): void {
    cancels.get(key)?.()
    cancels.delete(key)
  }

  return {
    begin(key, client) {
      if (!cancels.has(key)) plan(key, client, FIRST_PROBE_MS)
    },
    end,
    close() {
      for (const key of [...cancels.keys()]) end(key)
    },
  }
}
