import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../src/testing/purchases/context.ts'
import { pendingOf, useNonce } from '../../src/testing/purchases/sandbox-controls.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const harbour = (action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  sandbox.control('chains/harbour', action)

async function expectAllPaid(till: TestTill, ids: readonly string[]): Promise<void> {
  for (const id of ids) await till.delivered(id, 40)
  const { payments, registrations } = await sandbox.witness(till.address)
  expect([payments.length, registrations.length]).toEqual([ids.length, ids.length])
}

/** Registers never share an account: a transaction that the ledger cannot explain prevents the next payment from being signed. */
async function expectNoMorePaying(till: TestTill): Promise<void> {
  expect((await till.quote('harbour', 'usdc')).problems).toContainEqual(
    expect.objectContaining({ problem: 'wallet-used-elsewhere', blocking: true }),
  )
}

describe('on a real node', () => {
  it('after the first of three payments is dropped, the gap closes, and each is paid once', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    const bought = [
      await till.buy('harbour', 'usdc'),
      await till.buy('harbour', 'dai'),
      await till.buy('harbour', 'usdt'),
    ]
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) === 3, { timeout: 10_000 })
    await harbour({ action: 'drop', hash: bought[0]?.steps[0]?.hash })
    await harbour({ action: 'resume-mining' })
    expect(bought.map(({ steps }) => steps[0]?.nonce)).toEqual([0, 1, 2])
    await expectAllPaid(
      till,
      bought.map(({ id }) => id),
    )
  })

  it('if another wallet with the same key is one nonce ahead, both transactions are mined, and the payment is paid once', async () => {
    const till = await sandbox.till()
    await useNonce(sandbox, till, 1)
    const { id, steps } = await till.buy('harbour', 'usdc')
    expect(steps[0]?.nonce).toBe(0)
    await expectAllPaid(till, [id])
    await expectNoMorePaying(till)
  })

  it('if another wallet with the same key replaces a payment in the pool, it is not paid, and paying stops', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    const { id } = await till.buy('harbour', 'usdc')
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) === 1, { timeout: 10_000 })
    await useNonce(sandbox, till, 0)
    await harbour({ action: 'resume-mining' })
    expect(await till.untilSettled(id)).toMatchObject({ status: 'not-paid', steps: [{ state: 'superseded' }] })
    await expectNoMorePaying(till)
    expect(await sandbox.witness(till.address)).toMatchObject({ payments: [], registrations: [] })
  })

  it('if the coins are gone before the payment is mined, it waits, and is paid once when they are back', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    const balance = (amount: string): object => ({ action: 'set-balance', address: till.address, token: null, amount })
    const { id } = await till.buy('harbour', 'usdc')
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) === 1, { timeout: 10_000 })
    await harbour({ ...balance('0') })
    await harbour({ action: 'resume-mining' })
    await till.until(id, ({ waitingFor }) => waitingFor?.what === 'network')
    expect(till.view(id)).toMatchObject({ status: 'paying', ended: false })
    await harbour({ ...balance('1') })
    await expectAllPaid(till, [id])
  })
})
