import { afterAll, afterEach, beforeAll, beforeEach, it, vi } from 'vitest'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import { systemTimer } from '../../../shared/timer.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, pay, viewOf, untilMined } = createWatching(() => sandbox)
const DAY = 24 * 3_600_000

let till: TestTill
let asked: ExternalPaymentView
beforeEach(async () => {
  // Ten minutes take half one, ten seconds half a second.
  till = await open({ timer: (ms, run) => systemTimer(ms / 20, run) })
  asked = await ask(till)
  till.kill()
  till.clock.skewMs = 2 * DAY
  till.restart()
  await vi.waitUntil(() => viewOf(till, asked).lookedAt !== null, { timeout: 10_000 })
})
/** Waits as someone who reads its page, which asks every 15 seconds. */
const onItsPage = (condition: () => boolean): Promise<unknown> =>
  vi.waitUntil(
    () => {
      till.clock.skewMs += 15_000
      viewOf(till, asked)
      return condition()
    },
    { timeout: 10_000, interval: 100 },
  )

it('a payment asked for days ago is seen at once on its page', async () => {
  await untilMined(till, await pay(till, asked))
  await onItsPage(() => viewOf(till, asked).state === 'paid')
})

it('a payment asked for days ago is seen soon after its account sent something, although nodes show its log only later', async () => {
  let looks = 0
  till.tamper.transfersTo = async () => {
    looks++
    return []
  }
  await untilMined(till, await pay(till, asked))
  await onItsPage(() => looks > 0)
  // The second of these nobody asked for.
  await vi.waitUntil(() => looks >= 3, { timeout: 10_000 })
  delete till.tamper.transfersTo
  const ended = till.ledger.prepare('SELECT ended FROM external_payments').pluck()
  await vi.waitUntil(() => ended.get() === 'paid', { timeout: 10_000, interval: 100 })
})
