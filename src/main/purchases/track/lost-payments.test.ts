import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { pendingOf } from '../../../testing/purchases/sandbox-controls.ts'
import { expectPaidOnce } from '../../../testing/purchases/expect-paid-once.ts'
import { soon } from '../../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const harbour = (action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  sandbox.control('chains/harbour', action)

describe('a payment', () => {
  it('whose blocks are reorganized away is sent again with the same bytes, and paid once', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    await harbour({ action: 'mine', blocks: 3 })
    const { id } = await till.buy('harbour', 'usdc')
    const pooled = (): Promise<number> => pendingOf(sandbox, till)
    await vi.waitUntil(async () => (await pooled()) > 0, soon)
    await harbour({ action: 'mine' })
    const mined = await till.until(id, ({ steps }) => steps[0]?.state === 'mined')
    await harbour({ action: 'reorg', depth: 1 })
    await till.until(id, ({ steps }) => steps[0]?.state === 'signed')
    await vi.waitUntil(async () => (await pooled()) > 0, { timeout: 15_000 })
    await harbour({ action: 'resume-mining' })
    await expectPaidOnce(sandbox, till, id)
    expect(till.view(id).steps[0]?.hash).toBe(mined.steps[0]?.hash)
  })

  it('that moves to another block is confirmed only on that one', async () => {
    const till = await sandbox.till()
    till.state.registrationsHeld = true
    await harbour({ action: 'pause-mining' })
    await harbour({ action: 'mine', blocks: 3 })
    const { id } = await till.buy('harbour', 'usdc')
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, soon)
    await harbour({ action: 'mine', blocks: 2 })
    await till.until(id, ({ steps }) => steps[0]?.state === 'confirmed')
    await harbour({ action: 'reorg', depth: 2, resend: true })
    await harbour({ action: 'mine' })
    const moved = await till.until(id, ({ steps }) => steps[0]?.state === 'mined')
    expect(moved).toMatchObject({ status: 'paying' })
    till.state.registrationsHeld = false
    await harbour({ action: 'resume-mining' })
    await expectPaidOnce(sandbox, till, id)
  })

  it('dropped from the pool is sent again', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    const { id, steps } = await till.buy('harbour', 'usdc')
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, soon)
    await harbour({ action: 'drop', hash: steps[0]?.hash })
    expect(await pendingOf(sandbox, till)).toBe(0)
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, { timeout: 15_000 })
    await harbour({ action: 'resume-mining' })
    await expectPaidOnce(sandbox, till, id)
  })

  it('waits for a network that goes away, and says so', async () => {
    const till = await sandbox.till()
    await harbour({ action: 'pause-mining' })
    const { id } = await till.buy('harbour', 'usdc')
    await vi.waitUntil(async () => (await pendingOf(sandbox, till)) > 0, soon)
    await harbour({ action: 'stop-node' })
    await till.until(id, ({ waitingFor }) => waitingFor?.what === 'connection')
    await harbour({ action: 'start-node' })
    await harbour({ action: 'resume-mining' })
    await expectPaidOnce(sandbox, till, id)
  })

  it('waits for a network that freezes', async () => {
    const till = await sandbox.till()
    const { id } = await till.buy('harbour', 'usdc')
    await harbour({ action: 'freeze-node' })
    await till.until(id, ({ waitingFor }) => waitingFor?.what === 'connection')
    await harbour({ action: 'thaw-node' })
    await expectPaidOnce(sandbox, till, id)
  })
})
