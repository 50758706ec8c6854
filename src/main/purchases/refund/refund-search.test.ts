import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { afterBlocks, afterSearch, afterWaiting, newSearch, nextBlocks } from './refund-search.ts'
import { appendEvent, applyEvent } from '../purchase-repository.ts'
import { failedAt } from './find-refund.ts'
import { event, openTestRefunds, PAID_IN, payee, type TestRefunds } from '../../../testing/purchases/refunds.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the order of reading blocks', () => {
  it('starts with unread ones, a thousand at once, and none that are not final', () => {
    const search = { ...newSearch(10n), again: 3n }
    expect(nextBlocks(search, 2_000n)).toEqual({ from: 10n, to: 1_009n })
    expect(nextBlocks({ ...search, next: 1_010n }, 2_000n)).toEqual({ from: 1_010n, to: 2_000n })
    expect(nextBlocks({ ...search, next: 2_001n }, 2_000n)).toEqual({ from: 3n, to: 1_002n })
    expect(nextBlocks({ ...search, next: 2_001n, again: null }, 2_000n)).toBeNull()
    expect(nextBlocks({ ...search, next: 2_000n }, 2_000n)).toEqual({ from: 2_000n, to: 2_000n })
    expect(nextBlocks({ ...search, next: 2_001n, again: 2_000n }, 2_000n)).toEqual({ from: 2_000n, to: 2_000n })
    expect(nextBlocks({ ...search, next: 5n }, 2n)).toBeNull()
  })

  it('ends the second read where the first one is', () => {
    const search = { ...newSearch(1_500n), again: 3n }
    const once = afterBlocks(search, { from: 3n, to: 1_002n })
    expect(once).toEqual({ ...search, again: 1_003n })
    expect(afterBlocks(once, { from: 1_003n, to: 2_002n })).toEqual({ ...search, again: null })
    expect(afterBlocks(once, { from: 1_003n, to: 1_499n })).toEqual({ ...search, again: null })
  })

  it('reads the newest of a search again in the next one, and none before the first', () => {
    const search = { ...newSearch(3n), next: 2_000n }
    expect(afterSearch(search, 3n)).toEqual({ ...search, next: 1_500n })
    expect(afterSearch({ ...search, next: 400n }, 3n)).toEqual({ ...search, next: 3n })
  })

  it('reads all again each time the wait has doubled, unless none was read', () => {
    const minutes = Array.from({ length: 50 }, (_, minute) => minute)
    let search = { ...newSearch(3n), next: 9n }
    const begun = minutes.filter((minute) => {
      const before = search
      search = afterWaiting(search, 3n, minute * MINUTE)
      return search !== before
    })
    expect(begun).toEqual([10, 20, 40])
    expect(afterWaiting(newSearch(3n), 3n, HOUR)).toEqual({ next: 3n, again: null, laterAt: 2 * HOUR })
  })
})

describe('the search for a refund', () => {
  let sandbox: TestRefunds
  beforeEach(() => {
    sandbox = openTestRefunds()
  })
  afterEach(() => sandbox.dispose())

  /** Searches every ten minutes on a chain with blocks of a quarter second, as often as Till does after the first day. */
  async function wait(id: string, ms: number): Promise<void> {
    const end = sandbox.now + ms
    while (sandbox.now < end && sandbox.record(id).state.refund === 'none') {
      pass(10 * MINUTE)
      await sandbox.poll(id)
    }
  }
  function pass(ms: number): void {
    sandbox.now += ms
    sandbox.head += BigInt(ms / 250)
  }

  it('does not settle a purchase as refunded with a transfer that a reorganization dropped', async () => {
    const id = sandbox.failed()
    // One confirmation, and not final: `finalized` is two blocks behind the head.
    sandbox.sent(payee, sandbox.head - 1n)
    await sandbox.poll(id)
    // The network drops its newest two blocks, and the transfer is in no other.
    sandbox.transfers = []
    sandbox.head += 100n
    expect((await sandbox.poll(id)).state.refund).toBe('none')
  })

  it('is paced by the first failure, whatever status follows', () => {
    const id = sandbox.failed()
    const first = failedAt(sandbox.context, sandbox.record(id))
    sandbox.now += HOUR
    applyEvent(sandbox.context.ledger, id, event('service-status', { status: 'REFUNDED' }), sandbox.now)
    expect(failedAt(sandbox.context, sandbox.record(id))).toBe(first)
  })

  it('makes at most 20 requests at once', async () => {
    const id = sandbox.failed()
    sandbox.head = 100_000n
    await sandbox.poll(id)
    expect(sandbox.reads).toHaveLength(20)
  })

  it('finds one in the blocks before its payment, if a reorganization moved the payment up', async () => {
    const [moved, unmoved] = [sandbox.failed(), sandbox.failed()]
    const { ledger } = sandbox.context
    ledger.prepare('UPDATE steps SET block_number = 100').run()
    appendEvent(ledger, moved, event('reorged'), sandbox.now)
    sandbox.head = 200n
    sandbox.sent(payee, 35n)
    const hash = sandbox.sent(payee, 36n)
    expect((await sandbox.poll(unmoved)).refunds).toEqual([])
    expect((await sandbox.poll(moved)).refunds).toMatchObject([{ hash }])
  })

  it('finds one on a chain with blocks of a quarter second, although Till is closed every evening', async () => {
    const id = sandbox.failed()
    const paidIn = sandbox.head
    // Paid and failed on Monday; the refund comes on Friday night.
    const hash = sandbox.sent(payee, paidIn + BigInt((4.5 * DAY) / 250))
    pass(5 * DAY)
    for (let day = 0; day < 10 && sandbox.record(id).state.refund === 'none'; day++) {
      await wait(id, 8 * HOUR)
      pass(16 * HOUR)
    }
    expect(sandbox.record(id).refunds).toMatchObject([{ hash }])
  })

  it('finds one whose logs every node lacked for hours, although many blocks were searched since and Till was closed', async () => {
    const id = sandbox.failed()
    await wait(id, 5 * HOUR)
    pass(19 * HOUR)
    await wait(id, 5 * HOUR)
    const hash = sandbox.sent(payee, 5_000n)
    await wait(id, 2 * DAY)
    expect(sandbox.record(id).refunds).toMatchObject([{ hash }])
  })

  it('continues where it stopped when the network failed', async () => {
    const id = sandbox.failed()
    sandbox.head = 3_000n
    const { transfersTo } = sandbox.chain
    const failing: typeof transfersTo = async (token, to, first, last) => {
      if (first > PAID_IN) throw new Error('Silence')
      return transfersTo(token, to, first, last)
    }
    Object.assign(sandbox.chain, { transfersTo: failing })
    await expect(sandbox.poll(id)).rejects.toThrow('Silence')
    Object.assign(sandbox.chain, { transfersTo })
    await sandbox.poll(id)
    expect(sandbox.reads.map(({ from }) => from)).toEqual([PAID_IN, PAID_IN + 500n, PAID_IN + 1_500n, PAID_IN + 2_500n])
  })

  it('reads each block at most about four times in five days', async () => {
    const id = sandbox.failed()
    const paidIn = sandbox.head
    await wait(id, 5 * DAY)
    const blocks = sandbox.reads.reduce((sum, { from, to }) => sum + to - from + 1n, 0n)
    expect(Number(blocks) / Number(sandbox.head - paidIn)).toBeLessThan(4)
  })

  it('reads all blocks again although the clock was ahead for one search', async () => {
    const id = sandbox.failed()
    sandbox.head = 5_000n
    sandbox.now += 3_650 * DAY
    await sandbox.poll(id)
    sandbox.now -= 3_650 * DAY
    await sandbox.poll(id)
    // The nodes lacked the logs of these blocks.
    const hash = sandbox.sent(payee, 8n)
    for (let day = 0; day < 40; day++) {
      sandbox.now += DAY
      await sandbox.poll(id)
    }
    expect(sandbox.record(id).refunds).toMatchObject([{ hash }])
  })
})
