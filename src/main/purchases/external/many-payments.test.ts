import { randomUUID } from 'node:crypto'
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

/** CPU milliseconds of this thread for the list, several times what was measured. It took 2,500 while each payment looked for its group. */
const LIST_MS = 200

it('200 awaited payments are listed without holding main, looked for after a start, and found to be paid', async () => {
  const till = await open()
  const asked = await ask(till)
  const stored = readExternal(till.ledger, asked.id)
  if (stored === null) throw new Error('Nothing was stored')
  askMore(till, stored, 199)
  const before = process.threadCpuUsage()
  expect(till.purchases.external.list()).toHaveLength(200)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(LIST_MS)
  till.kill()
  till.restart()
  await vi.waitUntil(() => viewOf(till, asked).lookedAt !== null, { timeout: 10_000, interval: 100 })
  await pay(till, asked)
  await untilPaid(till, asked)
})
