import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { toUnits } from '../../../shared/money.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import {
  openTestSandbox,
  otherTopup,
  topup,
  type TestSandbox,
  type TestTill,
} from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, pay, viewOf, untilPaid } = createWatching(() => sandbox)

/** Buys with the watched account's key, imported meanwhile, in bytes that no node passes on: the other wallet uses their nonce. */
async function buyUnsent(till: TestTill, sku: string): Promise<string> {
  till.state.isWatched = false
  till.tamper.send = async () => null
  const { id } = await till.buy('harbour', 'usdc', sku)
  return id
}

it('a payment is taken although Till signed another one under its nonce, which counts as not made', async () => {
  const till = await open()
  const asked = await ask(till)
  const own = await buyUnsent(till, otherTopup)
  const hash = await pay(till, asked)
  await untilPaid(till, asked)
  await till.delivered(asked.id)
  expect(await till.untilSettled(own)).toMatchObject({ status: 'not-paid', steps: [{ state: 'superseded' }] })
  const { payments, registrations } = await sandbox.witness(till.address)
  expect(payments).toHaveLength(1)
  expect(registrations.map((one) => one.hash)).toEqual([hash])
  expect(viewOf(till, asked).arrivals).toEqual([])
})

it('what another wallet sends again for Till, under its nonce, pays that purchase and is no question for another', async () => {
  const till = await open()
  const asked = await ask(till)
  const own = await buyUnsent(till, topup)
  const { totalAmount } = till.view(own)
  const hash = await pay(till, asked, { units: toUnits(totalAmount, asked.decimals) })
  await till.delivered(own)
  await till.purchases.external.look(asked.id, null)
  expect(viewOf(till, asked)).toMatchObject({ state: 'waiting', arrivals: [] })
  const { payments, registrations } = await sandbox.witness(till.address)
  expect(payments).toHaveLength(1)
  expect(registrations.map((one) => one.hash)).toEqual([hash])
})
