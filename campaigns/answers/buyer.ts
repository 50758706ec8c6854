import type { PurchaseView } from '../../src/shared/purchases/views.ts'
import { readEvents } from '../../src/main/purchases/purchase-repository.ts'
import type { TestSandbox, TestTill } from '../../src/testing/purchases/context.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'
import { openBadNodes } from './bad-nodes.ts'
import { buyUntil, skipRests } from './person.ts'
import { createSkippingTimer } from './skipping-timer.ts'

/** The course of a purchase and its end. */
export interface Ended {
  readonly view: PurchaseView
  /** Every status and attention reason that Till showed. */
  readonly shown: ReadonlySet<string>
  /** Payments, registrations, and distinct pairs of body and key, as the service saw them. */
  readonly counts: { readonly payments: number; readonly registrations: number; readonly bodies: number }
  /** Milliseconds of waiting that were skipped; Till counts them as passed. */
  readonly skippedMs: number
  /** Requests to each operation. */
  readonly requestCounts: Readonly<Record<string, number>>
}

/** A Till with a final payment that it has not registered yet. */
export interface Buyer {
  readonly till: TestTill
  /** The node faults that changed an answer. */
  readonly recordedFaults: ReadonlyMap<NodeFault, number>
  /** Follows the purchase to its end and skips every wait. Presses "Check now" and buys again where Till offers it. */
  end(): Promise<Ended>
}

// Real time; generous, because the machine may be busy. A stuck purchase is noticed a little later.
const PATIENCE_MS = 120_000
const PAYING_MS = 180_000
// An answer that a busy machine delays beyond it counts as none, which is another case than the one under test.
const ANSWER_MS = 3_000

/** Buys once among the bad nodes that `name` decides and retries until it succeeds. Holds the registration back. */
export async function openBuyer(sandbox: TestSandbox, name: string): Promise<Buyer> {
  const skipping = createSkippingTimer()
  const { nodes, options } = openBadNodes(sandbox, 'harbour', name)
  const profile = { requestsPerHour: 10_000 }
  const till = await sandbox.till({
    ...options,
    timer: skipping.timer,
    profile,
    registrationMs: ANSWER_MS,
    serviceMs: ANSWER_MS,
  })
  till.state.registrationsHeld = true
  nodes.begin()
  till.spending.reconcile()
  const isPaid = ({ steps, registration }: PurchaseView): boolean =>
    steps[0]?.state === 'final' && registration.state === 'prepared'
  await buyUntil(till, isPaid, PAYING_MS, () => skipRests(till, skipping))

  async function end(): Promise<Ended> {
    till.state.registrationsHeld = false
    const shown = new Set<string>()
    const view = await buyUntil(
      till,
      ({ ended }) => ended,
      PATIENCE_MS,
      ({ id, status, attention }) => {
        shown.add(status)
        if (attention !== null) till.purchases.checkNow(id)
        skipping.skip(till.clock)
      },
    )
    // A question may be answered before the next poll, so the events are read too.
    for (const { reason } of readEvents(till.ledger, view.id)) if (reason) shown.add(reason).add('needs-you')
    const requests = await sandbox.requests(till.address)
    const requestCounts: Record<string, number> = {}
    for (const { operation } of requests) requestCounts[operation] = (requestCounts[operation] ?? 0) + 1
    const sent = requests.filter(({ operation }) => operation === 'registerTransaction')
    const { payments, registrations } = await sandbox.witness(till.address)
    return {
      view,
      shown,
      counts: {
        payments: payments.length,
        registrations: registrations.length,
        bodies: new Set(sent.map(({ idempotencyKey, body }) => `${idempotencyKey} ${body}`)).size,
      },
      skippedMs: till.clock.skewMs,
      requestCounts,
    }
  }
  return { till, recordedFaults: nodes.recordedFaults, end }
}
