import { toAppError } from '../../../shared/errors.ts'
import { isConnectionError } from '../../engine/is-connection-error.ts'
import { createSchedule, IDLE_MS, reportFailures } from '../../engine/schedule/schedule.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import {
  isWatched,
  lastChangeOf,
  PRICE_HELD_MS,
  WATCHED_AFTER_MS,
  watchedUntil,
  type ExternalPayment,
} from './external-payment.ts'
import { listExternal, writeLookedOut } from './external-repository.ts'
import { lookForPayments } from './look-for-payments.ts'
import { createKnownNonces, type Group, type KnownNonces } from './read-arrivals.ts'

/** Looks for the payments that other wallets were asked to make. */
export interface ExternalWatch {
  /** Looks for all of them as soon as possible. */
  lookForAll(): void
  /** Looks for one payment, and for all asked of the same account to the same address, as soon as possible. */
  lookFor(payment: ExternalPayment): void
  /** Returns a payment and those asked of the same account to the same address that are still looked for, oldest first. */
  groupOf(payment: ExternalPayment): Group
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
    const [{ terms, chainInstance }] = group
    const began = now()
    const service = serviceOf(context, group, began)
    if (service === null) return IDLE_MS
    const chain = context.chain(terms.network, service.profile)
    const pause = pauseFor(group, began)
    try {
      // A reset network does not know the payment.
      if ((await chain.instance()) !== chainInstance) return IDLE_MS
      const nonces = known.get(key) ?? createKnownNonces()
      known.set(key, nonces)
      const { changed, isBehind } = await lookForPayments(context, chain, group, nonces)
      if (!isBehind) noteEnds(context, group, began)
      const isNews = !looked.has(key)
      looked.set(key, now())
      if (changed.length > 0 || isNews) onChanged(isNews ? group.map(({ id }) => id) : changed)
      return Math.max(isBehind ? 2 * SECOND : pause, await chain.untilTick(1))
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
    groupOf: (payment) => withPayment(groupOf(keyOf(payment)), payment),
    lookedAt: (payment) => looked.get(keyOf(payment)) ?? null,
    stop: schedule.stop,
  }
}

/** Returns a service of the group. Requests are held for its payments only while their prices hold: nobody may ever pay. */
function serviceOf(context: PurchaseContext, group: Group, now: number): ProfileService | null {
  const services = group.map((payment) => {
    const service = context.service(payment.profileId)
    if (payment.ended === null && now - lastChangeOf(payment) > PRICE_HELD_MS) service?.budget.release(payment.id)
    return service
  })
  return services.find((service) => service !== null) ?? null
}

/** Stores for which payments a complete look that began at that time was the last one. */
function noteEnds({ ledger }: PurchaseContext, group: Group, now: number): void {
  for (const payment of group) if (now >= watchedUntil(payment)) writeLookedOut(ledger, payment.id, now)
}

function withPayment(group: Group | null, payment: ExternalPayment): Group {
  if (group === null) return [payment]
  return group.some(({ id }) => id === payment.id) ? group : [...group, payment]
}

/** One payment may be meant for any of them, whichever profile of a service they were asked with. */
function keyOf({ chainInstance, from, terms }: ExternalPayment): string {
  return [chainInstance, from, terms.payment.recipient].join(' ').toLowerCase()
}

/** Returns the pause between two looks: short while someone is probably paying, long after a day. */
function pauseFor(group: Group, now: number): number {
  const age = now - Math.max(...group.map(lastChangeOf))
  if (age < 3 * MINUTE) return 2 * SECOND
  if (age < PRICE_HELD_MS) return 6 * SECOND
  return age < DAY ? MINUTE : 10 * MINUTE
}
