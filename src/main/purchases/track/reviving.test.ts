import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

/** A paid purchase, while every node claims that another transaction used its nonce for good. */
async function wronglySuperseded(till: TestTill): Promise<string> {
  const block = { number: 1n, hash: `0x${'b'.repeat(64)}` } as const
  till.tamper.receipt = async () => null
  till.tamper.nonceUse = async () => ({
    hash: `0x${'f'.repeat(64)}`,
    block,
    isBacked: true,
    emitted: false,
    call: { to: null, data: '0x', value: 0n },
  })
  till.tamper.blockStatus = async () => ({ state: 'final', isBacked: true })
  const { id } = await till.buy('harbour', 'usdc')
  expect(await till.untilSettled(id)).toMatchObject({ status: 'not-paid', steps: [{ state: 'superseded' }] })
  delete till.tamper.nonceUse
  delete till.tamper.blockStatus
  return id
}

const again = (till: TestTill, id: string): ReturnType<TestTill['purchases']['quote']> =>
  till.purchases.quote(till.service, till.choice('harbour', 'usdc'), null, id)

it('a purchase that settled unpaid and is paid after all is not bought again, but delivered', async () => {
  const till = await sandbox.till()
  const id = await wronglySuperseded(till)
  delete till.tamper.receipt
  await expect(again(till, id)).rejects.toMatchObject({
    code: 'not-allowed',
    details: { reason: 'may-be-paid' },
  })
  await till.delivered(id)
  const { payments, registrations } = await sandbox.witness(till.address)
  expect([payments.length, registrations.length]).toEqual([1, 1])
})

it('a purchase that turns out to be paid between quote and confirmation is not paid again', async () => {
  const till = await sandbox.till()
  const id = await wronglySuperseded(till)
  const offer = await again(till, id)
  delete till.tamper.receipt
  await expect(till.confirm(offer)).rejects.toThrow()
  await till.delivered(id)
  expect((await sandbox.witness(till.address)).payments).toHaveLength(1)
})

it('a receipt without a majority of the nodes revives nothing', async () => {
  const till = await sandbox.till()
  const id = await wronglySuperseded(till)
  const real = till.chain('harbour').receipt
  till.tamper.receipt = async (hash) => {
    const receipt = await real(hash)
    return receipt && { ...receipt, isBacked: false }
  }
  await again(till, id)
  expect(till.view(id).status).toBe('not-paid')
})
