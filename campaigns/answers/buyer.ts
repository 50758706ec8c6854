import { setTimeout as pause } from 'node:timers/promises'
import { toAppError } from '../../src/shared/errors.ts'
import type { PurchaseView } from '../../src/shared/views.ts'
import type { TestHouse, TestTill } from '../../src/main/purchases/test-context.ts'
import { createSkippingTimer } from './skipping-timer.ts'

/** What happened to a purchase on its way, and how it ended. */
export interface Ended {
  readonly view: PurchaseView
  /** Every status and every attention that a person was shown. */
  readonly shown: ReadonlySet<string>
  /** Payments, registrations, and different bodies and keys that were ever sent, as the service saw them. */
  readonly counts: { readonly payments: number; readonly registrations: number; readonly bodies: number }
  /** Milliseconds of waiting that were skipped: for Till they passed. */
  readonly skippedMs: number
  /** How often each operation was asked. */
  readonly asked: Readonly<Record<string, number>>
}

/** A Till whose payment is final and that waits to register it. */
export interface Buyer {
  readonly till: TestTill
  readonly id: string
  /** Goes on to the end, skipping every wait; presses "try again" where Till asks for it. */
  end(): Promise<Ended>
}

const PATIENCE_MS = 40_000

/** Buys once, and keeps the registration from leaving. */
export async function openBuyer(town: TestHouse): Promise<Buyer> {
  const { timer, skip } = createSkippingTimer()
  const profile = { requestsPerHour: 10_000 }
  const till = await town.till({ timer, profile, registrationMs: 1_000, serviceMs: 1_000 })
  till.state.held = true
  const { id } = await untilQuoted(() => till.buy('harbour', 'usdc'))
  await till.until(
    id,
    ({ steps, registration }) => steps[0]?.state === 'final' && registration.state === 'prepared',
    60,
  )

  async function end(): Promise<Ended> {
    till.state.held = false
    const shown = new Set<string>()
    const began = performance.now()
    for (let view = till.view(id); !view.ended; view = till.view(id)) {
      shown.add(view.status)
      if (view.attention !== null) {
        shown.add(view.attention)
        till.purchases.retry(id)
      }
      if (performance.now() - began > PATIENCE_MS) throw new Error(`Not ended: ${JSON.stringify(view)}`)
      skip(till.clock)
      await pause(20)
    }
    const requests = await town.requests(till.address)
    const asked: Record<string, number> = {}
    for (const { operation } of requests) asked[operation] = (asked[operation] ?? 0) + 1
    const sent = requests.filter(({ operation }) => operation === 'registerTransaction')
    const { payments, registrations } = await town.witness(till.address)
    return {
      view: till.view(id),
      shown,
      counts: {
        ...{ payments: payments.length, registrations: registrations.length },
        bodies: new Set(sent.map(({ idempotencyKey, body }) => `${idempotencyKey} ${body}`)).size,
      },
      skippedMs: till.clock.skewMs,
      asked,
    }
  }
  return { till, id, end }
}

/** On a busy machine the short patience of these Tills can end before an offer is there: nothing was bought then. */
async function untilQuoted<T>(buy: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await buy()
    } catch (error) {
      if (toAppError(error).code !== 'service-timeout') throw error
    }
  }
}
