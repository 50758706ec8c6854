import { toAppError } from '../../../shared/errors.ts'
import { isConnectionError } from '../../engine/is-connection-error.ts'
import { createSchedule, IDLE_MS, reportFailures } from '../../engine/schedule/schedule.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { PRICE_HELD_MS, WATCHED_AFTER_MS, WATCHED_MS, type ExternalPayment } from './external-payment.ts'
import { listExternal } from './external-repository.ts'
import { lookForPayments } from './look-for-payments.ts'
import type { Group, KnownNonces } from './read-arrivals.ts'

/** Looks for the payments that other wallets were asked to make. */
export interface ExternalWatch {
  /** Looks for all of them as soon as possible. */
  lookForAll(): void
  /** Looks for one payment, and for all asked of the same account to the same address, as soon as possible. */
  lookFor(payment: ExternalPayment): void
  /** Returns the payments asked of the same account to the same address that are still looked for, oldest first; null for none. */
  groupOf(payment: ExternalPayment): Group | null
  /** Returns when the network of a payment last answered, in epoch milliseconds; null if it has not in this process. */
  lookedAt(payment: ExternalPayment): number | null
  stop(): Promise<void>
}

const AT_ONCE = 4
const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** Creates the watch; it looks for nothing before it is asked to. `onChanged` is called with the ids of payments that changed. */
export function createExternalWatch(
  context: PurchaseContext,
  onChanged: (ids: readonly string[]) => void,
): ExternalWatch {
  const { ledger, now, timer, monotonic } = context
  const known = new Map<string, KnownNonces>()
  const looked = new Map<string, number>()
  const schedule = createSchedule({
    atOnce: AT_ONCE,
    timer,
    monotonic,
    run: reportFailures(context, 'external payments of', look),
  })

  /** Returns the groups that are looked for, by their keys. */
  function groups(): Map<string, ExternalPayment[]> {
    const watched = listExternal(ledger, now() - WATCHED_AFTER_MS).filter((one) => isWatched(one, now()))
    return Map.groupBy(watched, keyOf)
  }

  function groupOf(key: string): Group | null {
    const [first, ...others] = groups().get(key) ?? []
    return first === undefined ? null : [first, ...others]
  }

  async function look(key: string): Promise<number | null> {
    const group = groupOf(key)
    if (group === null) {
      known.delete(key)
      return null
    }
    const [{ profileId, terms, chainInstance }] = group
    const service = context.service(profileId)
    if (service === null) return IDLE_MS
    const chain = context.chain(terms.network, service.profile)
    const pause = pauseFor(group, now())
    try {
      // A reset network does not know the payment.
      if ((await chain.instance()) !== chainInstance) return IDLE_MS
      const nonces = known.get(key) ?? new Map()
      known.set(key, nonces)
      const changed = await lookForPayments(context, chain, group, nonces)
      const isNews = !looked.has(key)
      looked.set(key, now())
      if (changed.length > 0 || isNews) onChanged(isNews ? group.map(({ id }) => id) : changed)
      return Math.max(pause, await chain.untilTick(1))
    } catch (error) {
      if (!isConnectionError(toAppError(error))) throw error
      return Math.max(pause, 5 * SECOND)
    }
  }

  return {
    lookForAll() {
      for (const key of groups().keys()) schedule.now(key)
    },
    lookFor: (payment) => schedule.now(keyOf(payment)),
    groupOf: (payment) => groupOf(keyOf(payment)),
    lookedAt: (payment) => looked.get(keyOf(payment)) ?? null,
    stop: schedule.stop,
  }
}

function keyOf({ profileId, chainInstance, from, terms }: ExternalPayment): string {
  return [profileId, chainInstance, from, terms.payment.recipient].join(' ').toLowerCase()
}

function isWatched({ askedAt, endedAt }: ExternalPayment, now: number): boolean {
  return now < (endedAt === null ? askedAt + WATCHED_MS : endedAt + WATCHED_AFTER_MS)
}

/** Returns the pause between two looks: short while someone may be paying, long after a day. */
function pauseFor(group: Group, now: number): number {
  const age = Math.min(...group.map(({ askedAt, endedAt }) => now - (endedAt ?? askedAt)))
  if (age < PRICE_HELD_MS) return 2 * SECOND
  return age < DAY ? MINUTE : 10 * MINUTE
}
