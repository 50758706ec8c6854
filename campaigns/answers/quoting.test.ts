import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../src/testing/purchases/context.ts'
import { atOnce } from './at-once.ts'
import { badAnswers } from './bad-answers.ts'
import { openBadNodes } from './bad-nodes.ts'
import { openElsewhere, type Elsewhere } from './elsewhere.ts'
import { buyUntil, skipRests } from './person.ts'
import { createSkippingTimer } from './skipping-timer.ts'

const PATIENCE_MS = 60_000

let sandbox: TestSandbox
let elsewhere: Elsewhere
beforeAll(async () => {
  ;[sandbox, elsewhere] = await Promise.all([openTestSandbox(), openElsewhere()])
})
afterAll(() => Promise.all([sandbox?.stop(), elsewhere?.close()]))

describe('a quote', () => {
  it('that fails pays nothing, and the next one is paid once', { timeout: 90_000 }, async () => {
    const table = badAnswers({ now: Date.now(), elsewhere: elsewhere.url, vital: 'transactionRequest' })
    const results = await atOnce(table, 9, async ({ name, fault }) => {
      const { nodes, options } = openBadNodes(sandbox, 'harbour', name)
      const skipping = createSkippingTimer()
      const till = await sandbox.till({ ...options, timer: skipping.timer, serviceMs: 1_000 })
      await sandbox.fault({ operation: 'createQuote', ...fault, about: till.address })
      const refused = await till.quote('harbour', 'usdc').then(
        ({ problems }) => problems.some(({ blocking }) => blocking),
        () => true,
      )
      const before = await sandbox.witness(till.address)
      till.clock.skewMs += 3_600_000
      // The service's answer about the wallet is bad as well; then Till asks for consent to the terms.
      await sandbox.fault({ operation: 'getWallet', ...fault, about: till.address })
      nodes.begin()
      till.spending.reconcile()
      await buyUntil(
        till,
        ({ status }) => status === 'delivered',
        PATIENCE_MS,
        ({ id, registration, attention }) => {
          skipRests(till, skipping)
          if (registration.state === 'registered' && attention === null) till.purchases.checkNow(id)
        },
      )
      const { payments, registrations } = await sandbox.witness(till.address)
      return [name, refused, before.payments.length, payments.length, registrations.length]
    })
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual(
      // Till drops a refused token at once, and the service answers without one.
      table.map(({ name }) => [name, name !== '401', 0, 1, 1]),
    )
    expect(elsewhere.requests()).toBe(0)
  })
})
