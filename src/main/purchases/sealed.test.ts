import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

it('without the records key, the recipient of a purchase appears nowhere in the ledger, from the choice to the service’s answer', async () => {
  const till = await sandbox.till()
  const { id } = await till.buy('harbour', 'usdc')
  const { reference } = await till.delivered(id)
  expect(reference).toBe('+12015550123')
  const bytes = till.ledger.serialize()
  // As a check, the plain values are found.
  expect([bytes.includes(id), bytes.includes(till.address)]).toEqual([true, true])
  const encoded = (['base64', 'hex'] as const).map((encoding) => Buffer.from(reference ?? '').toString(encoding))
  for (const form of ['2015550123', '(201) 555', '201-555', ...encoded]) expect(bytes.includes(form), form).toBe(false)
})
