import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowancesView } from '../../shared/allowances/views.ts'
import { attentionListView } from '../../shared/purchases/attention-views.ts'
import { transferView } from '../../shared/transfers/views.ts'
import type { NetworkTroubleView } from '../../shared/networks/views.ts'
import {
  approveElsewhere,
  newestRevocation,
  openTestAllowances,
  stranger,
} from '../../testing/allowances/open-test-allowances.ts'
import { openTestNode, type TestNode } from '../../testing/chain/node.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { newAddress, openTestTransfers } from '../../testing/transfers/open-test-transfers.ts'
import { soon } from '../../testing/soon.ts'

const MINUTE = 60_000
let sandbox: TestSandbox
let node: TestNode
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
beforeEach(async () => {
  node = await openTestNode(sandbox.rpcUrl('harbour'))
})
afterEach(async () => {
  await node.stop()
  await sandbox.reset()
})

interface Waiting {
  readonly till: TestTill
  /** Polls for the newest block. */
  poll(): void
  /** Returns the network trouble shown for each waiting item: a purchase, a transfer and a revocation. */
  shown(): (NetworkTroubleView | null)[]
  /** Returns the same from the last events. */
  emitted(): (NetworkTroubleView | null | undefined)[]
}

/** A purchase, a transfer and a revocation that wait on one network, whose only node is `node`. */
async function waiting(): Promise<Waiting> {
  const till = await sandbox.till({ rpcUrls: () => [node.url], profile: { patienceMinutes: { mined: 2 } } })
  await approveElsewhere(sandbox, till, { network: 'harbour', token: 'usdc', spender: stranger, units: 20_000_000n })
  const { allowances, single } = openTestAllowances(till, ['harbour'])
  const { transfers, send } = openTestTransfers(sandbox, till)
  const allowance = await single()
  await sandbox.control('chains/harbour', { action: 'pause-mining' })
  const { id: purchase } = await till.buy('harbour', 'usdc')
  const { id: transfer } = await send(newAddress())
  const { offerKey } = await allowances.offer(allowance.id)
  await allowances.confirm(offerKey, false)
  const { id: revocation } = await newestRevocation(sandbox, till)
  const last = (name: string): unknown => till.events.findLast((event) => event.name === name)?.payload
  return {
    till,
    poll() {
      till.purchases.poll(purchase)
      transfers.nudge()
      allowances.nudge()
    },
    shown: () => [
      till.view(purchase).networkTrouble,
      transfers.get(transfer).networkTrouble,
      allowances.revocation(revocation).networkTrouble,
    ],
    emitted: () => [
      transferView.parse(last('transfer.changed')).networkTrouble,
      allowancesView.parse(last('allowances.changed'))[0]?.allowances[0]?.revoking?.networkTrouble,
    ],
  }
}

const silent = { what: 'silent', since: expect.any(String) as string }
const still = { what: 'stalled', since: expect.any(String) as string }
const changes = (till: TestTill): number => till.events.filter(({ name }) => name === 'purchase.changed').length

describe('everything that waits on one network', () => {
  it('reports at once that no node answers, and that one answers again, no matter which folder polled', async () => {
    const { till, poll, shown, emitted } = await waiting()
    expect(shown()).toEqual([null, null, null])
    node.broken = true
    poll()
    await vi.waitUntil(() => shown()[0] !== null, { timeout: 10_000 })
    expect(shown()).toEqual([silent, silent, silent])
    await expect.poll(emitted, { timeout: 10_000 }).toEqual([silent, silent])
    const before = changes(till)
    const calls = node.calls.length
    node.broken = false
    // Any request does; here the list of allowances.
    await till.spending.allowances.list(true)
    expect(shown()).toEqual([null, null, null])
    await expect.poll(emitted, soon).toEqual([null, null])
    await vi.waitUntil(() => changes(till) > before, soon)
    expect(node.calls.length - calls).toBeLessThan(20)
  })

  it('reports since when the network has made no block, also where the user must decide', async () => {
    const { till, poll, shown, emitted } = await waiting()
    // It sees that block first.
    await vi.waitUntil(() => node.calls.includes('eth_blockNumber'), { timeout: 10_000 })
    till.clock.monotonicSkewMs += 6 * MINUTE
    await vi.waitUntil(() => (poll(), shown().every((one) => one?.what === 'stalled')), {
      timeout: 20_000,
      interval: 300,
    })
    expect(shown()).toEqual([still, still, still])
    await expect.poll(emitted, { timeout: 10_000 }).toEqual([still, still])
    await vi.waitUntil(() => attentionOf(till).length === 3, { timeout: 10_000 })
    expect(attentionOf(till)).toEqual([still, still, still])
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await vi.waitUntil(() => (poll(), shown().every((one) => one === null)), { timeout: 20_000, interval: 300 })
  })
})

/** Returns the network trouble in each open question. */
function attentionOf({ events }: TestTill): (NetworkTroubleView | null)[] {
  const emitted = events.findLast(({ name }) => name === 'attention.changed')
  if (emitted === undefined) return []
  return attentionListView.parse(emitted.payload).items.flatMap((item) => {
    if (item.about === 'purchase') return [item.purchase.networkTrouble]
    if (item.about === 'transfer') return [item.transfer.networkTrouble]
    return item.about === 'revocation' ? [item.revocation.networkTrouble] : []
  })
}
