import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { sealDelivery } from '../delivery.ts'
import type { ExternalPayment } from './external-payment.ts'
import { insertExternal, readExternal } from './external-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, pay, viewOf, untilPaid } = createWatching(() => sandbox)

/** Asks for as many more payments like one, which differ in their amount. */
function askMore({ ledger, context }: TestTill, one: ExternalPayment, count: number): void {
  const delivery = { reference: '+12015550123', fields: [] }
  ledger.transaction(() => {
    for (let number = 1; number <= count; number++) {
      const id = randomUUID()
      const { payment } = one.terms
      const terms = { ...one.terms, payment: { ...payment, units: payment.units + BigInt(number) } }
      insertExternal(ledger, { ...one, id, terms, sealedDelivery: sealDelivery(context, id, delivery) })
    }
  })()
}

/** Returns the longest time, in milliseconds, for which nothing else ran during some work. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return delay.max / 1e6
}

/** Several times what was measured: other tests run beside this one. */
const LIST_MS = 200
const BLOCKED_MS = 100

it('200 awaited payments are listed, looked for after a start, and found to be paid without holding main', async () => {
  const till = await open()
  const asked = await ask(till)
  const stored = readExternal(till.ledger, asked.id)
  if (stored === null) throw new Error('Nothing was stored')
  askMore(till, stored, 199)
  const began = performance.now()
  expect(till.purchases.external.list()).toHaveLength(200)
  expect(performance.now() - began).toBeLessThan(LIST_MS)
  till.kill()
  till.restart()
  const looked = await longestBlock(() =>
    vi.waitUntil(() => viewOf(till, asked).lookedAt !== null, { timeout: 10_000, interval: 100 }),
  )
  expect(looked).toBeLessThan(BLOCKED_MS)
  const paid = await longestBlock(async () => {
    await pay(till, asked)
    await untilPaid(till, asked)
  })
  expect(paid).toBeLessThan(BLOCKED_MS)
})
