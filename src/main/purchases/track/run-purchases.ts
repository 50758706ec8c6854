import { deliveryOf, isSettled } from '../../../shared/purchases/state.ts'
import { isDiskError } from '../../db/disk-errors.ts'
import { createStepMemory } from '../../engine/follow-steps.ts'
import { forgetPolls } from '../../engine/poll-pace.ts'
import { isStepOpen } from '../../engine/step-record.ts'
import { followPayment, type ChainMemory } from './follow-payment.ts'
import { type Wait } from './pace.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { listOnChain, listOpen, listRegistered, listUnregistered, type Unregistered } from './open-repository.ts'
import { readProfileId, readPurchase, readSoundPurchase, readState } from '../purchase-repository.ts'
import { createEndedReview } from './review-ended.ts'
import { registerPurchase, type RegistrationMemory } from '../register/register-purchase.ts'
import type { RegistrationResources } from '../register/registration-resources.ts'
import { IDLE_MS, createSchedule, type Schedule } from '../../engine/schedule.ts'
import { createServiceQueue } from '../register/service-queue.ts'
import { groupOf, track, untrack, type TrackMemory } from './track-memory.ts'
import { trackPurchases } from './track-purchases.ts'
import { createSilenceWatch } from './watch-silence.ts'

/** Follows every open purchase until it settles, for as long as the process lives. */
export interface PurchaseRunner {
  /** Resumes open purchases; must be called only once. */
  start(): void
  /** Checks one purchase ahead of its schedule, or all that a lost connection or a locked record delayed. */
  nudge(id?: string): void
  /** Returns what a purchase waits for on chain and at the service. */
  waitsOf(id: string): { readonly chain: Wait | null; readonly service: Wait | null }
  /** Cancels the pending requests and stops. */
  stop(): Promise<void>
}

/** As many as fit into one request to a node. */
const CHAIN_POLLS_AT_ONCE = 20
const SERVICE_LOOKS_AT_ONCE = 4
/** The number of records read at a time in the search for damaged ones. */
const READ_AT_ONCE = 100
/** Added to the profile's settle time, so that the first check does not come a second too early. */
const SETTLE_MARGIN_MS = 1_500
/** The share of an hour's requests that is reserved for purchases found unregistered at the start; the rest is for sales. */
const KEPT_AT_START = 0.25

/**
 * Builds the runner over the ledger's open purchases: three schedules that move on their own, so that none holds up another.
 *
 * | schedule      | its keys        | a look              | looks again                         | is woken by                                     |
 * |---------------|-----------------|---------------------|-------------------------------------|-------------------------------------------------|
 * | payments      | purchase        | `followPayment`     | while a step or a refund is awaited | start, confirm, connection, failed, settled     |
 * | registrations | purchase        | `registerPurchase`  | until the service has it            | start, payment confirmed, connection, its queue |
 * | tracks        | profile, wallet | `trackPurchases`    | while one of its purchases is open  | start, registered, connection                   |
 *
 * `nudge(id)` wakes all three for one purchase. A purchase is in a schedule only if the ledger says that it waits for something there: a start reads
 * only ids, and each purchase when its turn comes. `onWaits` is called when only `waitsOf` changed.
 */
export function createPurchaseRunner(
  context: PurchaseContext,
  resources: RegistrationResources,
  onWaits: (id: string) => void,
): PurchaseRunner {
  const { ledger, monotonic, timer } = context
  const giveUp = new AbortController()
  const { signal } = giveUp
  const waits = new Map<string, Wait>()
  const silence = createSilenceWatch(context)
  const chainMemory: ChainMemory = {
    ...createStepMemory(),
    waits: new Map(),
    interrupted: new Set(),
    onWaits,
    onPolled: silence.ask,
  }
  const queue = createServiceQueue({
    timer,
    wake: (id) => registrations.now(id),
    isFirst: (profileId, id) => context.service(profileId)?.budget.holds(id) ?? false,
  })
  const registrationMemory: RegistrationMemory = {
    ...resources,
    waits,
    tries: new Map(),
    interrupted: new Set(),
    queue,
    onWaits,
    signal,
  }
  const trackMemory: TrackMemory = {
    groups: new Map(),
    waits,
    interrupted: new Set(),
    // It may be settled now, or its refund may be on its way.
    onSettled: (id) => payments.now(id),
    onOpened: (id) => lookNow(id),
    onRead: silence.ask,
    onWaits,
    signal,
  }

  const endedReview = createEndedReview(context, signal, (id) => lookNow(id))

  const payments = scheduleOf('payment', CHAIN_POLLS_AT_ONCE, lookAtPayment)
  const registrations = scheduleOf('registration', SERVICE_LOOKS_AT_ONCE, lookAtRegistration)
  const tracks = scheduleOf('tracking', SERVICE_LOOKS_AT_ONCE, (group) => trackPurchases(context, trackMemory, group))

  /** An unexpected failure of one check stops neither the others nor its own next one. */
  function scheduleOf(what: string, atOnce: number, poll: (key: string) => Promise<number | null>): Schedule {
    return createSchedule({
      atOnce,
      timer,
      monotonic,
      async run(key) {
        try {
          return await poll(key)
        } catch (error) {
          if (isDiskError(error)) context.onDiskError(error)
          else context.onUnforeseen(error, `${what} of ${key}`)
          return IDLE_MS
        }
      },
    })
  }

  async function lookAtPayment(id: string): Promise<number | null> {
    const before = readOrReport(id)
    if (before === null || isOver(before)) return forget(id, before)
    const { delay, after } = await followPayment(context, chainMemory, before)
    if (isSettled(after.state)) forget(id, after)
    if (isConfirmed(after) && !isConfirmed(before)) queue.enter(after.profileId, id)
    return delay
  }

  function tellIfUnreadable(id: string): void {
    try {
      if (readSoundPurchase(ledger, id) === null) context.onUnreadable(id)
    } catch (error) {
      if (isDiskError(error)) context.onDiskError(error)
      else context.onUnforeseen(error, `record of ${id}`)
    }
  }

  /** A record may be damaged while Till runs. */
  function readOrReport(id: string): PurchaseRecord | null {
    try {
      return readPurchase(ledger, id)
    } catch (error) {
      tellIfUnreadable(id)
      throw error
    }
  }

  /** A damaged record must leave the queue: those behind it would never be registered. */
  function readForService(id: string): PurchaseRecord | null {
    try {
      return readPurchase(ledger, id)
    } catch (error) {
      const profileId = readProfileId(ledger, id)
      if (profileId !== null) queue.passed(profileId, id)
      throw error
    }
  }

  async function lookAtRegistration(id: string): Promise<number | null> {
    const before = readForService(id)
    if (before === null) return null
    if (isSettled(before.state)) {
      // Those behind it wait for its answer.
      queue.passed(before.profileId, id)
      return null
    }
    const delay = await registerPurchase(context, registrationMemory, before)
    silence.ask(id)
    const after = readState(ledger, id)
    // A repeated check of a registered purchase changes nothing.
    if (after?.registration === 'registered' && before.state.registration !== 'registered') {
      releaseForSales(before)
      expectDelivery(before, context.now())
      tracks.now(groupOf(before))
      // The service may have failed it already, and refunded it.
      if (deliveryOf(after.serviceStatus) !== 'pending') payments.now(id)
    }
    return delay
  }

  /** While sales come quickly, one read serves all of them: the request reserved for each becomes one more sale. */
  function releaseForSales({ id, profileId }: PurchaseRecord): void {
    const budget = context.service(profileId)?.budget
    if (budget?.isRush()) budget.release(id)
  }

  /** Schedules the first read for the service's usual delivery time; `since` is in epoch milliseconds. */
  function expectDelivery(purchase: Pick<PurchaseRecord, 'id' | 'profileId' | 'from'>, since: number): void {
    const settleMs = (context.service(purchase.profileId)?.profile.settleSeconds ?? 0) * 1000 + SETTLE_MARGIN_MS
    const rest = Math.min(settleMs, Math.max(0, since + settleMs - context.now()))
    track(trackMemory, purchase, monotonic() + rest)
    waits.set(purchase.id, { what: 'delivery', untilEpoch: context.now() + rest })
    onWaits(purchase.id)
  }

  function forget(id: string, record: PurchaseRecord | null): null {
    if (record) {
      context.service(record.profileId)?.budget.release(id)
      untrack(trackMemory, record)
    }
    const { tries, questions } = registrationMemory
    for (const memory of [chainMemory.waits, waits, tries, questions]) memory.delete(id)
    return null
  }

  function lookNow(id: string): void {
    const record = readPurchase(ledger, id)
    forgetPolls(record?.steps ?? [], chainMemory)
    payments.now(id)
    registrations.now(id)
    if (record?.state.registration !== 'registered') return
    track(trackMemory, record, monotonic())
    tracks.now(groupOf(record))
  }

  /** Reserves a registration request for the newest purchases, so that a start does not use it for anything less important. */
  function reserveRequests(unregistered: readonly Unregistered[]): void {
    const reserved = new Map<string, number>()
    for (const { id, profileId } of unregistered.toReversed()) {
      const service = context.service(profileId)
      const places = reserved.get(profileId) ?? 0
      if (!service || places >= Math.max(1, service.profile.requestsPerHour * KEPT_AT_START)) continue
      if (service.budget.reserve(id, 1, 'registration')) reserved.set(profileId, places + 1)
    }
  }

  /** Reports damaged records, a few at a time. */
  function reportUnreadable(ids: readonly string[]): void {
    for (const id of ids.slice(0, READ_AT_ONCE)) tellIfUnreadable(id)
    if (ids.length > READ_AT_ONCE) inTurn(() => reportUnreadable(ids.slice(READ_AT_ONCE)))
  }

  /** Runs each task after this process's other work. */
  function inTurn(...works: readonly (() => void)[]): void {
    const [first, ...others] = works
    if (!first) return
    timer(0, () => {
      if (signal.aborted) return
      first()
      inTurn(...others)
    })
  }

  return {
    start() {
      silence.start()
      endedReview.start()
      const unregistered = listUnregistered(ledger)
      reserveRequests(unregistered)
      reportUnreadable(listOpen(ledger))
      // They continue one after the other, so that those waiting for the next hour's requests are not even read in this one.
      for (const { id, profileId, isConfirmed } of unregistered) if (isConfirmed) queue.park(profileId, id, 0)
      inTurn(
        () => {
          for (const id of listOnChain(ledger)) payments.soon(id)
        },
        () => {
          for (const purchase of listRegistered(ledger)) expectDelivery(purchase, purchase.createdAt)
          for (const key of trackMemory.groups.keys()) tracks.now(key)
        },
      )
    },
    nudge(id) {
      if (id !== undefined) {
        registrationMemory.tries.delete(id)
        return lookNow(id)
      }
      for (const lost of chainMemory.interrupted) payments.soon(lost)
      for (const lost of registrationMemory.interrupted) registrations.soon(lost)
      queue.tryNow()
      for (const key of trackMemory.interrupted) {
        for (const one of trackMemory.groups.get(key)?.tracked.values() ?? []) one.due = Math.min(one.due, monotonic())
        tracks.now(key)
      }
      trackMemory.interrupted.clear()
    },
    waitsOf: (id) => ({ chain: chainMemory.waits.get(id) ?? null, service: waits.get(id) ?? null }),
    async stop() {
      giveUp.abort()
      silence.stop()
      endedReview.stop()
      queue.stop()
      await Promise.all([payments.stop(), registrations.stop(), tracks.stop()])
    },
  }
}

/** Returns whether a purchase and every step before its payment are settled. */
function isOver({ state, steps }: PurchaseRecord): boolean {
  return isSettled(state) && !steps.some(isStepOpen)
}

function isConfirmed({ state }: PurchaseRecord): boolean {
  return state.payment === 'confirmed' || state.payment === 'final'
}
