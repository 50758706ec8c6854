import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { soon } from '../../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, pay, viewOf, untilAsked } = createWatching(() => sandbox)

it('a wrong amount before a stop in silence is asked about, though the first node that answers again is behind', async () => {
  const till = await open()
  const asked = await ask(till)
  const since = till.ledger.prepare('SELECT since_block FROM external_payments').pluck().get() as number
  till.tamper.transfersTo = async () => []
  const hash = await pay(till, asked, { units: 1n })
  await vi.waitUntil(() => till.chain('harbour').receipt(hash), { timeout: 10_000, interval: 100 })
  till.tamper.head = async () => {
    throw new AppError('network-unreachable', 'Silent')
  }
  await till.purchases.external.stop(asked.id)
  // The only node that answers is where the chain was when the payment was asked for.
  till.tamper.head = async () => BigInt(since)
  const before = viewOf(till, asked).lookedAt
  await vi.waitUntil(async () => {
    await till.purchases.external.look(asked.id, null)
    return viewOf(till, asked).lookedAt !== before
  }, soon)
  delete till.tamper.head
  delete till.tamper.transfersTo
  await till.purchases.external.look(asked.id, null)
  expect(await untilAsked(till, asked)).toEqual(['too-little'])
}, 60_000)

it('a wrong amount before a stop is found by its hash, though the node that answered then was behind', async () => {
  const till = await open()
  const asked = await ask(till)
  const since = till.ledger.prepare('SELECT since_block FROM external_payments').pluck().get() as number
  till.tamper.transfersTo = async () => []
  const hash = await pay(till, asked, { units: 1n })
  await vi.waitUntil(() => till.chain('harbour').receipt(hash), { timeout: 10_000, interval: 100 })
  till.tamper.head = async () => BigInt(since)
  await till.purchases.external.stop(asked.id)
  delete till.tamper.head
  delete till.tamper.transfersTo
  await till.purchases.external.look(asked.id, hash)
  expect(await untilAsked(till, asked)).toEqual(['too-little'])
}, 60_000)
