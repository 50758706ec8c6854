import { hasEnded } from '../../shared/purchase.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { followPayment, type ChainMemory } from './follow-payment.ts'
import { IDLE_MS, type Wait } from './pace.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { listOpenPurchases, readPurchase, readSoundPurchase } from './purchase-repository.ts'
import { REQUESTS_AFTER_PAYMENT } from './quote-purchase.ts'
import { registerPurchase, type RegistrationMemory } from './register-purchase.ts'
import { createWholeLists } from './resolve-registration.ts'
import { createSchedule, type Schedule } from './schedule.ts'
import { groupOf, trackPurchases, type TrackMemory } from './track-purchases.ts'

/** Takes every purchase that has not ended to its end, for as long as the process lives. */
export interface PurchaseRunner {
  /** Takes up what is open and goes on; to be called once. */
  start(): void
  /** Looks at one purchase without waiting for its time, or at all that a lost connection or a locked record held up. */
  nudge(id?: string): void
  /** What a purchase waits for on chain and at the service. */
  waitsOf(id: string): { readonly chain: Wait | null; readonly service: Wait | null }
  /** Gives up the requests under way and stops. */
  stop(): Promise<void>
}

const CHAIN_LOOKS_AT_ONCE = 8
const SERVICE_LOOKS_AT_ONCE = 4

/**
 * Builds the runner over the ledger's open purchases: three schedules that move on their own, so that none holds up another.
 *
 * | schedule      | its keys        | a look              | looks again                        | is woken at once by                            |
 * |---------------|-----------------|---------------------|------------------------------------|------------------------------------------------|
 * | payments      | purchase        | `followPayment`     | while a step or a refund is awaited | start, confirm, connection, registered, settled |
 * | registrations | purchase        | `registerPurchase`  | until the service has it           | start, payment confirmed, connection           |
 * | tracks        | profile, wallet | `trackPurchases`    | while one of its purchases is open | registered, connection                         |
 *
 * `nudge(id)` wakes all three for one purchase.
 */
export function createPurchaseRunner(context: PurchaseContext): PurchaseRunner {
  const { ledger } = context
  const giveUp = new AbortController()
  const { signal } = giveUp
  const waits = new Map<string, Wait>()
  const chainMemory: ChainMemory = {
    sent: new Map(),
    usedBy: new Map(),
    cursors: new Map(),
    waits: new Map(),
  }
  const registrationMemory: RegistrationMemory = {
    lists: createWholeLists(signal),
    waits,
    tries: new Map(),
    absences: new Map(),
    interrupted: new Set(),
    signal,
  }
  const trackMemory: TrackMemory = {
    waits,
    due: new Map(),
    tries: new Map(),
    interrupted: new Set(),
    signal,
    // It may have ended now, or its refund be on its way.
    onSettled: (id) => payments.now(id),
  }

  const payments = scheduleOf('payment', CHAIN_LOOKS_AT_ONCE, lookAtPayment)
  const registrations = scheduleOf('registration', SERVICE_LOOKS_AT_ONCE, lookAtRegistration)
  const tracks = scheduleOf('tracking', SERVICE_LOOKS_AT_ONCE, (group) => trackPurchases(context, trackMemory, group))

  /** A look that goes wrong in an unforeseen way never stops the others, or itself for good. */
  function scheduleOf(what: string, atOnce: number, look: (key: string) => Promise<number | null>): Schedule {
    return createSchedule({
      atOnce,
      timer: context.timer,
      async run(key) {
        try {
          return await look(key)
        } catch (error) {
          if (isDiskError(error)) context.onDiskError(error)
          else context.onUnforeseen(error, `${what} of ${key}`)
          return IDLE_MS
        }
      },
    })
  }

  async function lookAtPayment(id: string): Promise<number | null> {
    const before = readPurchase(ledger, id)
    if (before === null || hasEnded(before.state)) return forget(id, before)
    const delay = await followPayment(context, chainMemory, before)
    const after = readPurchase(ledger, id)
    if (after === null || hasEnded(after.state)) return forget(id, after)
    if (isConfirmed(after) && !isConfirmed(before)) registrations.now(id)
    return delay
  }

  async function lookAtRegistration(id: string): Promise<number | null> {
    const before = readPurchase(ledger, id)
    if (before === null || hasEnded(before.state)) return null
    const delay = await registerPurchase(context, registrationMemory, before)
    const after = readPurchase(ledger, id)
    if (after?.state.registration === 'registered') {
      tracks.now(groupOf(after))
      // The service may have failed it already, and paid back.
      payments.now(id)
    }
    return delay
  }

  function forget(id: string, record: PurchaseRecord | null): null {
    if (record) context.service(record.profileId)?.budget.release(id)
    const { cursors, waits: chainWaits } = chainMemory
    const { tries, absences } = registrationMemory
    for (const memory of [cursors, chainWaits, waits, tries, absences, trackMemory.due, trackMemory.tries]) {
      memory.delete(id)
    }
    return null
  }

  function lookNow(id: string): void {
    payments.now(id)
    registrations.now(id)
    const record = readPurchase(ledger, id)
    if (record?.state.registration !== 'registered') return
    trackMemory.due.set(id, context.monotonic())
    tracks.now(groupOf(record))
  }

  return {
    start() {
      for (const id of listOpenPurchases(ledger)) {
        const record = readSoundPurchase(ledger, id)
        if (record === null) continue
        if (record.state.registration !== 'registered') {
          context.service(record.profileId)?.budget.reserve(id, REQUESTS_AFTER_PAYMENT, 'registration')
        }
        payments.now(id)
        registrations.now(id)
      }
    },
    nudge(id) {
      if (id !== undefined) {
        registrationMemory.tries.delete(id)
        return lookNow(id)
      }
      for (const open of listOpenPurchases(ledger)) {
        payments.now(open)
        if (registrationMemory.interrupted.has(open)) registrations.now(open)
        if (trackMemory.interrupted.delete(open)) lookNow(open)
      }
    },
    waitsOf: (id) => ({ chain: chainMemory.waits.get(id) ?? null, service: waits.get(id) ?? null }),
    async stop() {
      giveUp.abort()
      await Promise.all([payments.stop(), registrations.stop(), tracks.stop()])
    },
  }
}

function isConfirmed({ state }: PurchaseRecord): boolean {
  return state.payment === 'confirmed' || state.payment === 'final'
}
