import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemTimer, type Timer } from '../../shared/timer.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import {
  heldBy,
  newAddress,
  openTestTransfers,
  type TestTransfers,
} from '../../testing/transfers/open-test-transfers.ts'
import { soon } from '../../testing/soon.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

const LONG_MS = 60_000

/** The interval of reviews; purchases, transfers, allowances and claims each have their own. */
const REVIEW_MS = 12 * 3_600_000

/** Holds all timers of a minute or longer; `review` fires them, and waits until all reviews have ended. */
function holdLong(): { timer: Timer; review(): Promise<void> } {
  const held = new Map<() => void, number>()
  return {
    timer(ms, run) {
      if (ms < LONG_MS) return systemTimer(ms, run)
      held.set(run, ms)
      return () => held.delete(run)
    },
    async review() {
      const due = [...held.keys()]
      held.clear()
      for (const run of due) run()
      await vi.waitUntil(() => [...held.values()].filter((ms) => ms === REVIEW_MS).length === 4, soon)
    },
  }
}

/** A transfer that arrives, while every node claims that another transaction used its nonce for good. */
async function wronglySuperseded(): Promise<{
  till: TestTill
  fixture: TestTransfers
  id: string
  review: () => Promise<void>
}> {
  const { timer, review } = holdLong()
  const till = await sandbox.till({ timer })
  const fixture = openTestTransfers(sandbox, till)
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
  const { id } = await fixture.send(newAddress())
  await fixture.until(id, ({ state }) => state === 'superseded')
  delete till.tamper.nonceUse
  delete till.tamper.blockStatus
  return { till, fixture, id, review }
}

describe('a transfer that counted as replaced', () => {
  it('is shown as arrived once the majority of nodes returns its receipt, is reported, and is not sent again', async () => {
    const { till, fixture, id, review } = await wronglySuperseded()
    delete till.tamper.receipt
    await review()
    const done = await fixture.until(id, ({ state }) => state === 'final')
    await vi.waitUntil(() => fixture.emitted().at(-1)?.state === 'final', soon)
    expect(await heldBy(sandbox, 'harbour', 'usdc', done.recipient as `0x${string}`)).toBe(5_000_000n)
    expect(await sandbox.rpc('harbour').getTransactionCount({ address: till.address })).toBe(1)
  })

  it.each([
    ['not backed by a majority of the nodes', { isBacked: false }],
    ['of a failed payment', { succeeded: false }],
  ])('stays replaced if the receipt is %s', async (_, otherwise) => {
    const { till, fixture, id, review } = await wronglySuperseded()
    const real = till.chain('harbour').receipt
    const reading = vi.fn(async (hash: Parameters<typeof real>[0]) => {
      const receipt = await real(hash)
      return receipt && { ...receipt, ...otherwise }
    })
    till.tamper.receipt = reading
    await review()
    expect(reading).toHaveBeenCalled()
    expect(fixture.transfers.get(id).state).toBe('superseded')
  })

  it('is polled until a week after the longest wait, and no longer', async () => {
    const { till, fixture, id, review } = await wronglySuperseded()
    const reading = vi.fn(async () => null)
    till.tamper.receipt = reading
    for (const days of [36, 38]) {
      till.clock.skewMs = days * 86_400_000
      await review()
      expect(reading).toHaveBeenCalledOnce()
    }
    expect(fixture.transfers.get(id).state).toBe('superseded')
  })
})
