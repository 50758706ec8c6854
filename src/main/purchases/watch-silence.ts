import { usualPatience } from '../../shared/profile.ts'
import { awaitedOf, hasEnded, silenceReason } from '../../shared/purchase.ts'
import { isDiskError } from '../db/is-disk-error.ts'
import { raiseAttention } from './attention.ts'
import { listUnasked } from './open-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { readEvents, readProfileId, readState } from './purchase-repository.ts'
import { waitBegan } from './wait-began.ts'

const MINUTE = 60_000
/** A start gives chain and service this long to answer before it asks what they may be about to say. */
const GRACE_MS = MINUTE
/** Most purchases that one turn of the watch reads. */
const AT_ONCE = 200
const SOON_MS = 50

/** Asks the person about every purchase that waits longer than its profile allows, whoever is silent. */
export interface SilenceWatch {
  /** Asks about one purchase where its time is up. */
  ask(id: string): void
  /** Watches all open purchases from a minute after the start, whether or not network and service answer. */
  start(): void
  stop(): void
}

/** A wait as this process measures it: a clock that is set back or forward meanwhile changes nothing. */
interface Measured {
  /** Which event of the purchase began it. */
  readonly index: number
  /** Milliseconds that it had lasted, by the clock on the wall, when this process first saw it. */
  readonly before: number
  /** When that was, by the monotonic clock. */
  readonly seenAt: number
}

/** Creates the watch over one ledger; nothing is asked before it is started or called. */
export function createSilenceWatch(context: PurchaseContext): SilenceWatch {
  const { ledger, now, monotonic, timer } = context
  const measured = new Map<string, Measured>()
  /** The newest event of each purchase when it was last read, and until when (monotonic) it need not be read again. */
  const read = new Map<string, { readonly lastEvent: number; readonly until: number }>()
  let cancel: (() => void) | null = null

  /** Returns the milliseconds that are left until `id` is to be asked about; raises the question where there are none. */
  function ask(id: string): number {
    const state = readState(ledger, id)
    const reason = state && silenceReason(state)
    const awaited = state && awaitedOf(state)
    if (state === null || reason === null || awaited === null || hasEnded(state)) {
      measured.delete(id)
      return Infinity
    }
    const left = reason === 'registration-rejected' ? 0 : patienceOf(id, awaited) - usedBy(id)
    if (left <= 0) raiseAttention(context, id, reason)
    return left
  }

  function usedBy(id: string): number {
    const { index, at } = waitBegan(readEvents(ledger, id))
    const known = measured.get(id)
    const wait = known?.index === index ? known : { index, before: Math.max(0, now() - at), seenAt: monotonic() }
    measured.set(id, wait)
    return wait.before + monotonic() - wait.seenAt
  }

  /** Milliseconds; the usual ones where the purchase's profile is not known any more. */
  function patienceOf(id: string, awaited: keyof typeof usualPatience): number {
    const profileId = readProfileId(ledger, id)
    const patience = (profileId && context.service(profileId)?.profile.patienceMinutes) || usualPatience
    return patience[awaited] * MINUTE
  }

  function watchAll(): void {
    const due = listUnasked(ledger).filter(({ id, lastEvent }) => {
      const known = read.get(id)
      return known?.lastEvent !== lastEvent || known.until <= monotonic()
    })
    for (const { id, lastEvent } of due.slice(0, AT_ONCE)) read.set(id, { lastEvent, until: monotonic() + ask(id) })
    next(due.length > AT_ONCE ? SOON_MS : MINUTE)
  }

  function next(ms: number): void {
    cancel = timer(ms, () => {
      try {
        watchAll()
      } catch (error) {
        if (isDiskError(error)) context.onDiskError(error)
        else context.onUnforeseen(error, 'the watch over silent purchases')
        next(MINUTE)
      }
    })
  }

  return {
    ask: (id) => void ask(id),
    start: () => next(GRACE_MS),
    stop: () => cancel?.(),
  }
}
