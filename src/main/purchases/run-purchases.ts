import { toAppError } from '../../shared/errors.ts'
import { deliveryOf, hasEnded } from '../../shared/purchase.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { findRefund } from './find-refund.ts'
import { followSteps, isStepOpen } from './follow-steps.ts'
import { chainDelay, freshPace, retryDelay, trackDelay, waitAfter, type Pace } from './pace.ts'
import { prepareRegistration } from './prepare-registration.ts'
import type { PurchaseContext, PurchaseService } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { listOpenPurchases, readPurchase } from './purchase-repository.ts'
import { REQUESTS_AFTER_PAYMENT } from './quote-purchase.ts'
import { resolveRegistration } from './resolve-registration.ts'
import { sendRegistration } from './send-registration.ts'
import { trackPurchase, trackTogether } from './track-purchase.ts'

/** Takes every purchase that has not ended to its end, for as long as the process lives. */
export interface PurchaseRunner {
  /** Takes up what is open and goes on; to be called once. */
  start(): void
  /** Looks at one purchase, or at all, without waiting for their time. */
  nudge(id?: string): void
  waitOf(id: string): Pace['wait']
  /** Stops after the look under way. */
  stop(): Promise<void>
}

const IDLE_MS = 60_000
const REFUND_EVERY_MS = 5_000
/** Added to the profile's settle time, so that the first look is not wasted on the last second. */
const SETTLE_MARGIN_MS = 1_500

/** Builds the runner over the ledger's open purchases; one look at a time per purchase, chain looks of several side by side. */
export function createPurchaseRunner(context: PurchaseContext): PurchaseRunner {
  const paces = new Map<string, Pace>()
  const absences = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let round: Promise<void> | null = null
  let again = false
  let stopped = false

  function paceOf(id: string): Pace {
    const known = paces.get(id)
    if (known) return known
    const pace = freshPace(context.monotonic())
    paces.set(id, pace)
    return pace
  }

  function wake(): void {
    if (stopped) return
    if (round !== null) {
      again = true
      return
    }
    if (timer !== null) clearTimeout(timer)
    round = look()
      .catch((error: unknown) => {
        if (isDiskError(error)) context.onDiskError(error)
        return IDLE_MS
      })
      .then((delay) => {
        round = null
        if (stopped) return
        timer = setTimeout(wake, again ? 0 : delay)
        again = false
      })
  }

  /** One look at everything that is due; answers in how many milliseconds the next is. */
  async function look(): Promise<number> {
    const open = listOpenPurchases(context.ledger)
    for (const id of paces.keys()) if (!open.includes(id)) paces.delete(id)
    const due = open.filter((id) => paceOf(id).chainAt <= context.monotonic())
    await Promise.all(due.map((id) => lookAtChain(id, paceOf(id))))
    const tracking: PurchaseRecord[] = []
    for (const id of open) {
      const record = readPurchase(context.ledger, id)
      if (record === null || hasEnded(record.state) || stopped) continue
      const pace = paceOf(id)
      if (pace.serviceAt > context.monotonic()) continue
      if (isOnItsWay(record)) tracking.push(record)
      else await lookAtService(record, pace)
    }
    await track(tracking)
    const now = context.monotonic()
    const next = listOpenPurchases(context.ledger).map((id) => Math.min(paceOf(id).chainAt, paceOf(id).serviceAt) - now)
    return Math.max(20, Math.min(IDLE_MS, ...next))
  }

  async function lookAtChain(id: string, pace: Pace): Promise<void> {
    const record = readPurchase(context.ledger, id)
    const service = record && context.service(record.profileId)
    if (!record || !service) return void (pace.chainAt = context.monotonic() + IDLE_MS)
    const chain = context.chain(record.terms.network, service.profile)
    try {
      if (record.steps.some(isStepOpen)) {
        await followSteps(context, chain, record)
        const { payment } = readPurchase(context.ledger, id)?.state ?? record.state
        if (payment !== 'confirmed' && payment !== 'final') {
          pace.wait = { what: payment === 'mined' ? 'confirmation' : 'network', untilEpoch: null }
        } else if (record.state.payment !== 'confirmed') pace.serviceAt = context.monotonic()
      }
      if (deliveryOf(record.state.serviceStatus) === 'failed' && record.state.refund === 'none') {
        pace.wait = { what: 'refund', untilEpoch: null }
        await findRefund(context, chain, record)
      }
    } catch (thrown) {
      if (isDiskError(thrown)) throw thrown
      pace.wait = waitAfter(toAppError(thrown))
      context.onChanged(id)
    }
    const after = readPurchase(context.ledger, id) ?? record
    const isDone = !after.steps.some(isStepOpen) && !awaitsRefund(after)
    pace.chainAt = context.monotonic() + (isDone ? IDLE_MS : nextChainDelay(after))
  }

  function nextChainDelay(record: PurchaseRecord): number {
    const own = record.steps.some(isStepOpen) ? chainDelay(record, context.now()) : IDLE_MS
    return awaitsRefund(record) ? Math.min(own, REFUND_EVERY_MS) : own
  }

  async function lookAtService(record: PurchaseRecord, pace: Pace): Promise<void> {
    const service = context.service(record.profileId)
    pace.serviceAt = context.monotonic() + IDLE_MS
    if (!service) return
    const { state } = record
    if (state.payment !== 'confirmed' && state.payment !== 'final') return
    try {
      if (state.registration === 'none') prepareRegistration(context, service, record)
      const current = readPurchase(context.ledger, record.id) ?? record
      if (current.state.registration !== 'prepared') return
      await register(service, current, pace)
    } catch (thrown) {
      if (isDiskError(thrown)) throw thrown
      const error = toAppError(thrown)
      pace.wait = waitAfter(error)
      pace.serviceAt = context.monotonic() + retryDelay(error, pace.tries++, context.now())
      context.onChanged(record.id)
    }
  }

  async function register(service: PurchaseService, record: PurchaseRecord, pace: Pace): Promise<void> {
    service.budget.reserve(record.id, REQUESTS_AFTER_PAYMENT, 'registration')
    pace.wait = { what: 'service', untilEpoch: null }
    if (record.state.unclear) {
      const resolved = await resolveRegistration(context, service, record, absences)
      if (resolved === 'unknown') return void (pace.serviceAt = context.monotonic() + retryDelays(pace))
      if (resolved === 'registered') return expectDelivery(service, record, pace)
      absences.delete(record.id)
    }
    const attempted = await sendRegistration(context, service, record)
    if (attempted.done) expectDelivery(service, record, pace)
    else throw attempted.error
  }

  function retryDelays(pace: Pace): number {
    return trackDelay(pace.tries++)
  }

  function expectDelivery(service: PurchaseService, record: PurchaseRecord, pace: Pace): void {
    const settleMs = service.profile.settleSeconds * 1000 + SETTLE_MARGIN_MS
    pace.tries = 0
    pace.serviceAt = context.monotonic() + settleMs
    pace.wait = { what: 'delivery', untilEpoch: context.now() + settleMs }
    context.onChanged(record.id)
  }

  async function track(records: readonly PurchaseRecord[]): Promise<void> {
    const groups = Map.groupBy(records, (record) => `${record.profileId} ${record.from}`)
    for (const group of groups.values()) {
      const [first] = group
      const service = first && context.service(first.profileId)
      if (!first || !service) continue
      try {
        if (group.length === 1) await trackPurchase(context, service, first)
        else await trackTogether(context, service, group)
        for (const { id } of group) afterTracking(service, id)
      } catch (thrown) {
        if (isDiskError(thrown)) throw thrown
        const error = toAppError(thrown)
        for (const { id } of group) {
          const pace = paceOf(id)
          pace.wait = waitAfter(error)
          pace.serviceAt = context.monotonic() + retryDelay(error, pace.tries++, context.now())
          context.onChanged(id)
        }
      }
    }
  }

  function afterTracking(service: PurchaseService, id: string): void {
    const pace = paceOf(id)
    const record = readPurchase(context.ledger, id)
    if (record && isOnItsWay(record)) {
      const delay = trackDelay(pace.tries++)
      pace.serviceAt = context.monotonic() + delay
      pace.wait = { what: 'delivery', untilEpoch: context.now() + delay }
    } else {
      service.budget.release(id)
      pace.tries = 0
      pace.serviceAt = context.monotonic() + IDLE_MS
      pace.chainAt = context.monotonic()
      pace.wait = null
    }
    context.onChanged(id)
  }

  return {
    start() {
      for (const id of listOpenPurchases(context.ledger)) {
        const record = readPurchase(context.ledger, id)
        if (record === null || record.state.registration === 'registered') continue
        context.service(record.profileId)?.budget.reserve(id, REQUESTS_AFTER_PAYMENT, 'registration')
      }
      wake()
    },
    nudge(id) {
      const now = context.monotonic()
      for (const [known, pace] of paces) {
        if (id === undefined || id === known) Object.assign(pace, { chainAt: now, serviceAt: now })
      }
      wake()
    },
    waitOf: (id) => paces.get(id)?.wait ?? null,
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await round
    },
  }
}

function isOnItsWay({ state }: PurchaseRecord): boolean {
  return state.registration === 'registered' && deliveryOf(state.serviceStatus) === 'pending'
}

function awaitsRefund({ state }: PurchaseRecord): boolean {
  return deliveryOf(state.serviceStatus) === 'failed' && state.refund === 'none'
}
