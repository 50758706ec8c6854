import { createSchedule, reportFailures, type Schedule, type ScheduleOptions } from '../../engine/schedule/schedule.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { RegistrationResources } from '../register/registration-resources.ts'
import type { Wait } from './pace.ts'
import { pollPayment } from './poll-payment.ts'
import { pollRegistration } from './poll-registration.ts'
import { resumeInterrupted, resumePurchases } from './resume-purchases.ts'
import { createEndedReview } from './review-ended.ts'
import { createRunnerState, pollNow, type PurchaseSchedules } from './runner-state.ts'
import { trackPurchases } from './track-purchases.ts'

/** Follows every open purchase until it settles, for as long as the process lives. */
export interface PurchaseRunner {
  /** Takes up the open purchases, and watches them; must be called only once. */
  start(): void
  /** Takes up the open purchases of the ledger again: while the disk failed, this process may have lost sight of some. */
  takeUp(): void
  /** Checks one purchase ahead of its schedule, or all that a lost connection or a locked record delayed. */
  nudge(id?: string): void
  /** Returns what a purchase waits for on chain and at the service. */
  waitsOf(id: string): { readonly chain: Wait | null; readonly service: Wait | null }
  /** Cancels the pending requests and stops. */
  stop(): Promise<void>
}

/** As many as fit into one request to a node. */
const CHAIN_POLLS_AT_ONCE = 20
const SERVICE_POLLS_AT_ONCE = 4

/**
 * Builds the runner over the ledger's open purchases: three schedules that move on their own, so that none holds up another.
 *
 * | schedule      | its keys        | a poll              | polls again                         | is woken by                                     |
 * |---------------|-----------------|---------------------|-------------------------------------|-------------------------------------------------|
 * | payments      | purchase        | `pollPayment`       | while a step or a refund is awaited | start, confirm, connection, failed, settled     |
 * | registrations | purchase        | `pollRegistration`  | until the service has it            | start, payment confirmed, connection, its queue |
 * | tracks        | profile, wallet | `trackPurchases`    | while one of its purchases is open  | start, registered, connection                   |
 *
 * `nudge(id)` wakes all three for one purchase, `takeUp` for all as a start does. A purchase is in a schedule only if the ledger says that it waits for something there: a start reads
 * only ids, and each purchase when its turn comes. `onWaits` is called when only `waitsOf` changed.
 */
export function createPurchaseRunner(
  context: PurchaseContext,
  resources: RegistrationResources,
  onWaits: (id: string) => void,
): PurchaseRunner {
  const giveUp = new AbortController()
  const { signal } = giveUp
  const schedules: PurchaseSchedules = {
    payments: scheduleOf('payment', CHAIN_POLLS_AT_ONCE, (id) => pollPayment(context, state, id)),
    registrations: scheduleOf('registration', SERVICE_POLLS_AT_ONCE, (id) => pollRegistration(context, state, id)),
    tracks: scheduleOf('tracking', SERVICE_POLLS_AT_ONCE, (group) => trackPurchases(context, state.tracking, group)),
  }
  const state = createRunnerState(context, resources, schedules, signal, onWaits)
  const { silence, chain, registration } = state
  const endedReview = createEndedReview(context, signal, (id) => pollNow(context, state, id))

  function scheduleOf(what: string, atOnce: number, poll: ScheduleOptions['run']): Schedule {
    const { timer, monotonic } = context
    return createSchedule({ atOnce, timer, monotonic, run: reportFailures(context, `${what} of`, poll) })
  }

  const takeUp = (): void => resumePurchases(context, state, signal)

  return {
    start() {
      silence.start()
      endedReview.start()
      takeUp()
    },
    takeUp,
    nudge(id) {
      if (id === undefined) return resumeInterrupted(context, state)
      registration.tries.delete(id)
      pollNow(context, state, id)
    },
    waitsOf: (id) => ({ chain: chain.waits.get(id) ?? null, service: registration.waits.get(id) ?? null }),
    async stop() {
      giveUp.abort()
      silence.stop()
      endedReview.stop()
      registration.queue.stop()
      await Promise.all([schedules.payments.stop(), schedules.registrations.stop(), schedules.tracks.stop()])
    },
  }
}
