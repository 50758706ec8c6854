import { awaitedOf, isSettled, silenceReason } from '../../../shared/purchases/state.ts'
import { createMinuteWatch } from '../../engine/schedule/minute-watch.ts'
import { createWaitTimes, patienceMs } from '../../engine/schedule/wait-times.ts'
import { raiseAttention } from '../attention.ts'
import { listWithoutAttention } from './open-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { readEvents, readProfileId, readState } from '../purchase-repository.ts'
import { waitBegan } from './wait-began.ts'

/** An unreadable purchase is read again after this time. */
const AFTER_ERROR_MS = 30_000

/** Asks the person about every purchase that waits longer than its profile allows, whichever side is silent. */
export interface SilenceWatch {
  /** Asks about one purchase if its time is up. */
  ask(id: string): void
  /** Watches all open purchases from a minute after the start, whether or not network and service answer. */
  start(): void
  stop(): void
}

/** Creates the watch over one ledger; it asks nothing before it is started or called. */
export function createSilenceWatch(context: PurchaseContext): SilenceWatch {
  const { ledger, monotonic } = context
  /** By the event that started each wait. */
  const times = createWaitTimes<number>(context)
  /** The newest event of each purchase at its last read, and the time (monotonic) until which it need not be read again. */
  const read = new Map<string, { readonly lastEvent: number; readonly until: number }>()

  /** Returns the milliseconds left until `id` is asked about; raises the question if there are none. */
  function ask(id: string): number {
    const state = readState(ledger, id)
    const reason = state && silenceReason(state)
    const awaited = state && awaitedOf(state)
    if (state === null || reason === null || awaited === null || isSettled(state)) {
      times.forget(id)
      return Infinity
    }
    const { index, at } = waitBegan(readEvents(ledger, id))
    const { whole } = times.measure(id, index, at)
    const profileId = readProfileId(ledger, id)
    const profile = (profileId && context.service(profileId)?.profile) || null
    const left = reason === 'registration-rejected' ? 0 : patienceMs(profile, awaited) - whole
    if (left <= 0) raiseAttention(context, id, reason)
    return left
  }

  const watch = createMinuteWatch(context, {
    what: 'watch over silent purchases',
    list: () =>
      listWithoutAttention(ledger).filter(({ id, lastEvent }) => {
        const known = read.get(id)
        return known?.lastEvent !== lastEvent || known.until <= monotonic()
      }),
    check({ id, lastEvent }) {
      read.set(id, { lastEvent, until: monotonic() + AFTER_ERROR_MS })
      read.set(id, { lastEvent, until: monotonic() + ask(id) })
    },
  })
  return { ...watch, ask: (id) => void ask(id) }
}
