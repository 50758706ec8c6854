import type { Chain } from '../../chain/chain.ts'
import { toAppError } from '../../../shared/errors.ts'
import { isConnectionError } from '../../engine/is-connection-error.ts'
import { createSchedule, IDLE_MS, reportFailures } from '../../engine/schedule/schedule.ts'
import type { ProfileService } from '../../service/service-client.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import {
  isWatched,
  lastChangeOf,
  PRICE_HELD_MS,
  WATCHED_MS,
  watchedUntil,
  type ExternalPayment,
} from './external-payment.ts'
import { listExternal, writeLookedOut } from './external-repository.ts'
import { lookForPayments } from './look-for-payments.ts'
import { createKnownNonces, type Group, type KnownNonces } from './read-arrivals.ts'
import { recheckArrivals } from './recheck-arrivals.ts'

/** Looks for the payments that other wallets were asked to make. */
export interface ExternalWatch {
  /** Looks for all of them as soon as possible. */
  lookForAll(): void
  /** Looks for one payment, and for all asked of the same account to the same address, as soon as possible. */
  lookFor(payment: ExternalPayment): void
  /** Looks for a payment that someone reads about, unless its network answered within the last seconds. */
  keepUp(payment: ExternalPayment): void
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
/** Less than the pause between two reads of a page that shows a payment. */
const FRESH_MS = 10 * SECOND
/** Nodes that show a new nonce may show the logs of its transaction later. */
const STIRRED_MS = 2 * MINUTE
/** Some nodes took longer still: until then, what the account sent and nobody found is looked for every minute. */
const SLOW_LOGS_MS = 30 * MINUTE

/** What is known of a group's account and network. */
interface Seen {
  readonly nonces: KnownNonces
  /** The account's next nonce when the newest payment was asked for, or when it last rested for long. */
  since: number
  /** The nonces from then on by which something arrived. */
  readonly found: Set<number>
  /** The account's next nonce, and when it last changed, in epoch milliseconds. */
  mined: number
  movedAt: number
  /** When everything was last read, in epoch milliseconds, and whether nothing that had arrived by then may still go. */
  readAt: number
  isDone: boolean
}

/** Creates the watch; it looks for nothing before it is asked to. `onChanged` is called with the ids of payments that changed. */
export function createExternalWatch(
  context: PurchaseContext,
  onChanged: (ids: readonly string[]) => void,
): ExternalWatch {
  const { now, timer, monotonic } = context
  const known = new Map<string, Seen>()
  /** When the networks of groups last answered, in epoch milliseconds. */
  const answeredAt = new Map<string, number>()
  const schedule = createSchedule({
    atOnce: AT_ONCE,
    timer,
    monotonic,
    run: reportFailures(context, 'external payments of', look),
  })

  function groupOf(key: string): Group | null {
    const [first, ...others] = watchedGroups(context).get(key) ?? []
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
    try {
      // A reset network does not know the payment.
      if ((await chain.instance()) !== chainInstance) return IDLE_MS
      const seen = known.get(key) ?? seenWhenAsked(group)
      known.set(key, seen)
      const isBehind = await lookAt(context, chain, group, seen, { began, onChanged })
      answeredAt.set(key, now())
      return Math.max(isBehind ? 2 * SECOND : pauseFor(group, seen, began), await chain.untilTick(1))
    } catch (error) {
      if (!isConnectionError(toAppError(error))) throw error
      return Math.max(pauseFor(group, known.get(key), began), 5 * SECOND)
    }
  }

  const lookedAt = (payment: ExternalPayment): number | null => answeredAt.get(keyOf(payment)) ?? null

  return {
    lookForAll() {
      for (const key of watchedGroups(context).keys()) schedule.now(key)
    },
    keepUp(payment) {
      if (now() - (lookedAt(payment) ?? 0) >= FRESH_MS) schedule.now(keyOf(payment))
    },
    lookFor(payment) {
      const seen = known.get(keyOf(payment))
      if (seen) seen.readAt = 0
      schedule.now(keyOf(payment))
    },
    groupOf: (payment) => withPayment(groupOf(keyOf(payment)), payment),
    lookedAt,
    stop: schedule.stop,
  }
}

/** Returns the groups that are looked for, by their keys. */
function watchedGroups({ ledger, now }: PurchaseContext): Map<string, ExternalPayment[]> {
  const watched = listExternal(ledger, now() - WATCHED_MS).filter((one) => isWatched(one, now()))
  return Map.groupBy(watched, keyOf)
}

interface Look {
  /** Epoch milliseconds. */
  readonly began: number
  readonly onChanged: (ids: readonly string[]) => void
}

/**
 * Reads what is new for a group: only the account's nonce while that is enough. Returns whether newer blocks are left to read. Throws
 * AppError if the network is silent.
 */
async function lookAt(
  context: PurchaseContext,
  chain: Chain,
  group: Group,
  seen: Seen,
  { began: now, onChanged }: Look,
): Promise<boolean> {
  const { mined } = await chain.nonces(group[0].from)
  // After a reorganisation it is lower, until the transaction is mined again.
  if (mined !== seen.mined) {
    if (now - seen.movedAt >= SLOW_LOGS_MS) startAnew(seen, mined)
    Object.assign(seen, { mined, movedAt: now })
  }
  if (isQuiet(group, seen, now)) return false
  // Someone may want another look while this one goes on.
  seen.readAt = now
  try {
    const found = await lookForPayments(context, chain, group, seen.nonces)
    if (found.changed.length > 0) onChanged(found.changed)
    const { changed, isDone } = await recheckArrivals(context, chain, group)
    if (changed.length > 0) onChanged(changed)
    seen.isDone = isDone
    if (found.isBehind) seen.readAt = 0
    else noteEnds(context, group, isDone, now)
    for (const nonce of found.nonces) if (nonce >= seen.since) seen.found.add(nonce)
    // Everything that it sent was found, and stays.
    if (isDone && countBelow(seen.found, mined) >= mined - seen.since) seen.movedAt = 0
    return found.isBehind
  } catch (error) {
    seen.readAt = 0
    throw error
  }
}

function seenWhenAsked(group: Group): Seen {
  const since = Math.max(...group.map(({ nonce }) => nonce))
  const unread = { found: new Set<number>(), movedAt: 0, readAt: 0, isDone: true }
  return { nonces: createKnownNonces(), since, mined: since, ...unread }
}

/** What the account sent before is not looked for any more. */
function startAnew(seen: Seen, mined: number): void {
  seen.since = Math.min(seen.mined, mined)
  seen.found.clear()
}

function countBelow(nonces: ReadonlySet<number>, limit: number): number {
  return [...nonces].filter((one) => one < limit).length
}

/** Returns whether the account's nonce is enough: it pays with none but a new one. What others send in its place is read now and then. */
function isQuiet(group: Group, seen: Seen, now: number): boolean {
  return !isStirred(seen, now) && now - seen.readAt < readingPauseFor(group, seen, now)
}

/** Returns whether the account has just sent something that was not found yet. */
function isStirred({ movedAt }: Seen, now: number): boolean {
  return now - movedAt < STIRRED_MS
}

/** Returns the pause between two reads of the logs. What others send is no question while nothing is awaited. */
function readingPauseFor(group: Group, { movedAt, isDone }: Seen, now: number): number {
  if (now - movedAt < SLOW_LOGS_MS) return MINUTE
  if (isDone && group.every(({ ended }) => ended !== null)) return DAY
  return ageOf(group, now) < PRICE_HELD_MS ? MINUTE : 10 * MINUTE
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

/**
 * Stores for which payments a complete look that began at that time was the last one: what arrived stays (`isDone`), or too few nodes are
 * left to say so.
 */
function noteEnds({ ledger }: PurchaseContext, group: Group, isDone: boolean, now: number): void {
  const patience = isDone ? 0 : WATCHED_MS
  for (const payment of group) if (now >= watchedUntil(payment) + patience) writeLookedOut(ledger, payment.id, now)
}

function withPayment(group: Group | null, payment: ExternalPayment): Group {
  if (group === null) return [payment]
  return group.some(({ id }) => id === payment.id) ? group : [...group, payment]
}

/** One payment may be meant for any of them, whichever profile of a service they were asked with. */
function keyOf({ chainInstance, from, terms }: ExternalPayment): string {
  return [chainInstance, from, terms.payment.recipient].join(' ').toLowerCase()
}

/** Returns the pause between two looks: short while someone is probably paying or has just sent something, long after a day. */
function pauseFor(group: Group, seen: Seen | undefined, now: number): number {
  const age = ageOf(group, now)
  if (age < 3 * MINUTE) return 3 * SECOND
  if (age < PRICE_HELD_MS || (seen && isStirred(seen, now))) return 10 * SECOND
  return now - Math.max(...group.map(lastChangeOf)) < DAY ? MINUTE : 10 * MINUTE
}

/** Returns how long ago the newest payment of a group that was not made was asked for, or stopped; infinite without any. */
function ageOf(group: Group, now: number): number {
  return Math.min(...group.map((one) => (one.ended === 'paid' ? Infinity : now - lastChangeOf(one))))
}
