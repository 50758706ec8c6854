import { createStepMemory } from '../../engine/steps/follow-steps.ts'
import { forgetPolls } from '../../engine/schedule/poll-pace.ts'
import type { Schedule } from '../../engine/schedule/schedule.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readPurchase } from '../purchase-repository.ts'
import type { RegistrationMemory } from '../register/register-purchase.ts'
import type { RegistrationResources } from '../register/registration-resources.ts'
import { createServiceQueue } from '../register/service-queue.ts'
import type { ChainMemory } from './follow-payment.ts'
import type { Wait } from './pace.ts'
import { groupOf, track, untrack, type TrackMemory } from './track-memory.ts'
import { createSilenceWatch, type SilenceWatch } from './watch-silence.ts'

/** The schedules of open purchases. */
export interface PurchaseSchedules {
  readonly payments: Schedule
  readonly registrations: Schedule
  readonly tracks: Schedule
}

/** What a process remembers of its open purchases, and how it wakes them. */
export interface RunnerState {
  readonly schedules: PurchaseSchedules
  readonly silence: SilenceWatch
  readonly chain: ChainMemory
  readonly registration: RegistrationMemory
  readonly tracking: TrackMemory
}

/** Added to the profile's delivery time, so that the first check does not come a second too early. */
const DELIVERY_MARGIN_MS = 1_500

/** Creates the state of a process that has checked nothing yet; `signal` cancels its requests. */
export function createRunnerState(
  context: PurchaseContext,
  resources: RegistrationResources,
  schedules: PurchaseSchedules,
  signal: AbortSignal,
  onWaits: (id: string) => void,
): RunnerState {
  const { payments, registrations } = schedules
  const waits = new Map<string, Wait>()
  const silence = createSilenceWatch(context)
  const state: RunnerState = {
    schedules,
    silence,
    chain: {
      ...createStepMemory(),
      waits: new Map(),
      interrupted: new Set(),
      onWaits,
      onPolled: silence.ask,
    },
    registration: {
      ...resources,
      waits,
      tries: new Map(),
      interrupted: new Set(),
      queue: createServiceQueue({
        timer: context.timer,
        wake: (id) => registrations.now(id),
        isFirst: (profileId, id) => context.service(profileId)?.budget.holds(id) ?? false,
      }),
      onWaits,
      signal,
    },
    tracking: {
      groups: new Map(),
      waits,
      interrupted: new Set(),
      // It may be settled now, or its refund may be on its way.
      onOutcome: (id) => payments.now(id),
      onOpened: (id) => pollNow(context, state, id),
      onRead: silence.ask,
      onWaits,
      signal,
    },
  }
  return state
}

/** Checks a purchase in every schedule as soon as possible. */
export function pollNow({ ledger, monotonic }: PurchaseContext, state: RunnerState, id: string): void {
  const { payments, registrations, tracks } = state.schedules
  const record = readPurchase(ledger, id)
  forgetPolls(record?.steps ?? [], state.chain)
  payments.now(id)
  registrations.now(id)
  if (record?.state.registration !== 'registered') return
  track(state.tracking, record, monotonic())
  tracks.now(groupOf(record))
}

/** Schedules the first read of a registered purchase for the service's usual delivery time; `since` is in epoch milliseconds. */
export function expectDelivery(
  context: PurchaseContext,
  { tracking }: RunnerState,
  purchase: Pick<PurchaseRecord, 'id' | 'profileId' | 'from'>,
  since: number,
): void {
  const deliveryMs = (context.service(purchase.profileId)?.profile.deliverySeconds ?? 0) * 1000 + DELIVERY_MARGIN_MS
  const rest = Math.min(deliveryMs, Math.max(0, since + deliveryMs - context.now()))
  track(tracking, purchase, context.monotonic() + rest)
  tracking.waits.set(purchase.id, { what: 'delivery', untilEpoch: context.now() + rest })
  tracking.onWaits(purchase.id)
}

/** Forgets a purchase that is settled, or (`record` is null) does not exist. */
export function forget(context: PurchaseContext, state: RunnerState, id: string, record: PurchaseRecord | null): void {
  if (record) {
    context.service(record.profileId)?.budget.release(id)
    untrack(state.tracking, record)
  }
  const { waits, tries, questions } = state.registration
  for (const memory of [state.chain.waits, waits, tries, questions]) memory.delete(id)
}
