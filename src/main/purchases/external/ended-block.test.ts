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

/** Opens a Till that was paid a wrong amount and does not know it; `behind` is where the chain was when the payment was asked for. */
async function openUnseen() {
  const till = await open()
  const asked = await ask(till)
  const behind = BigInt(till.ledger.prepare('SELECT since_block FROM external_payments').pluck().get() as number)
  till.tamper.transfersTo = async () => []
  const hash = await pay(till, asked, { units: 1n })
  await vi.waitUntil(() => till.chain('harbour').receipt(hash), soon)
  return { till, asked, hash, behind }
}

it('a wrong amount before a stop in silence is asked about, though the first node that answers again is behind', async () => {
  const { till, asked, behind } = await openUnseen()
  till.tamper.head = async () => {
    throw new AppError('network-unreachable', 'Silent')
  }
  await till.purchases.external.stop(asked.id)
  till.tamper.head = async () => behind
  const before = viewOf(till, asked).lookedAt
  await vi.waitUntil(async () => {
    await till.purchases.external.look(asked.id, null)
    return viewOf(till, asked).lookedAt !== before
  }, soon)
  delete till.tamper.head
  delete till.tamper.transfersTo
  await till.purchases.external.look(asked.id, null)
  expect(await untilAsked(till, asked)).toEqual(['too-little'])
})

it('a wrong amount before a stop is found by its hash, though the node that answered then was behind', async () => {
  const { till, asked, hash, behind } = await openUnseen()
  till.tamper.head = async () => behind
  await till.purchases.external.stop(asked.id)
  delete till.tamper.head
  delete till.tamper.transfersTo
  await till.purchases.external.look(asked.id, hash)
  expect(await untilAsked(till, asked)).toEqual(['too-little'])
})

it('a wrong amount before a stop is asked about, though the node that answered then was minutes behind', async () => {
  const { till, asked, behind } = await openUnseen()
  till.clock.skewMs = 5 * 60_000
  till.tamper.head = async () => behind
  await till.purchases.external.stop(asked.id)
  delete till.tamper.head
  delete till.tamper.transfersTo
  await till.purchases.external.look(asked.id, null)
  expect(await untilAsked(till, asked)).toEqual(['too-little'])
})
