import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIM_START } from '../world/clock.ts'
import type { DrawnNetwork } from '../world/rpc/draw-network.ts'
import type { NodeFault } from '../world/rpc/node-faults.ts'
import { soundNode } from '../world/rpc/sound-node.ts'
import { openBench, type Bench } from './bench.ts'
import type { Plan } from './run.ts'

// An absent answer proves nothing: a person who buys again whenever Till offers it has paid only once in the end.

let bench: Bench
beforeAll(() => void (bench = openBench()))
afterAll(() => bench.close())

const [machine] = soundNode.backends

/** Returns one node with a permanent fault, which forgets or delays a receipt by that many blocks. */
function lacking(kind: NodeFault, blocks: number): DrawnNetwork {
  if (!machine) throw new Error('A node without machines')
  const limits = { ...machine, receiptDelay: blocks, receiptBlocks: blocks, lag: blocks }
  return {
    nodes: [{ ...soundNode, backends: [limits] }],
    episodes: [{ kind, node: 0, backend: null, from: SIM_START, until: Infinity, share: 1 }],
    hasPool: true,
  }
}

const cases = (['transfer', 'router'] as const).flatMap(
  (shape) =>
    [
      { shape, kind: 'receipt-late', blocks: 3 },
      { shape, kind: 'receipt-late', blocks: 20 },
      { shape, kind: 'receipt-pruned', blocks: 0 },
      { shape, kind: 'receipt-pruned', blocks: 1 },
      { shape, kind: 'receipt-pruned', blocks: 4 },
      { shape, kind: 'lagging-head', blocks: 5 },
    ] as const,
)

describe('a purchase is paid once', () => {
  it.each(cases)('if every node has $kind by $blocks blocks ($shape)', async ({ shape, kind, blocks }) => {
    const plan: Plan = {
      seed: 3,
      shape,
      fails: false,
      help: null,
      cuts: [],
      trouble: false,
      forgets: null,
      nodes: lacking(kind, blocks),
    }
    const { lost, doublePaid, unexplained, unresolved, unforeseen, nodeFaults } = await bench.run(plan)
    expect({ lost, doublePaid, unexplained, unresolved, unforeseen }).toEqual({
      lost: 0,
      doublePaid: 0,
      unexplained: 0,
      unresolved: 0,
      unforeseen: [],
    })
    // Till does not ask for the receipt again once it has seen the payment in a block.
    if (kind !== 'receipt-pruned' || blocks === 0) expect(nodeFaults).toContain(kind)
  })

  it.each(['receipt-late', 'receipt-pruned'] as const)('and its refund is found if every node has %s', async (kind) => {
    const scenario = { seed: 3, shape: 'transfer', fails: 'treasury', help: null } as const
    const plan: Plan = {
      ...scenario,
      cuts: [],
      trouble: false,
      forgets: null,
      nodes: lacking(kind, kind === 'receipt-late' ? 20 : 0),
    }
    const { doublePaid, unresolved, lost } = await bench.run(plan)
    expect({ doublePaid, unresolved, lost }).toEqual({ doublePaid: 0, unresolved: 0, lost: 0 })
  })

  it.each([
    'logs-absent',
    'logs-timeout',
    'send-refused',
    'batch-dropped',
    'rate-limited-json',
    'forbidden-json',
  ] as const)('and its refund is found although every node had %s for a minute', async (kind) => {
    const { episodes, ...network } = lacking(kind, 0)
    const passing = episodes.map((one) => ({ ...one, until: SIM_START + 60_000 }))
    const scenario = { seed: 3, shape: 'transfer', fails: 'treasury', help: null } as const
    const nodes: DrawnNetwork = { ...network, episodes: passing }
    const outcome = await bench.run({ ...scenario, cuts: [], trouble: false, forgets: null, nodes })
    expect(outcome).toMatchObject({ doublePaid: 0, unresolved: 0, lost: 0, unforeseen: [], nodeFaults: [kind] })
  })
})

/** Returns `count` sound nodes, the first of them with a permanent fault. */
function oneOf(count: number, kind: NodeFault): DrawnNetwork {
  const { nodes, ...rest } = lacking(kind, 0)
  return { ...rest, nodes: Array.from({ length: count }, () => nodes).flat() }
}

describe('only a real transfer counts as the refund', () => {
  const scenarios = (['treasury', 'parts', 'elsewhere'] as const).flatMap((fails) =>
    (['transfer', 'router'] as const).map((shape) => ({ fails, shape })),
  )
  it.each(
    scenarios.flatMap((scenario) => [
      { ...scenario, kind: 'false-refund', count: 2 } as const,
      { ...scenario, kind: 'false-refund', count: 3 } as const,
      { ...scenario, kind: 'log-index', count: 2 } as const,
    ]),
  )('if one of $count nodes has $kind ($shape, $fails)', async ({ kind, count, ...scenario }) => {
    const plan: Plan = {
      seed: 3,
      ...scenario,
      help: null,
      cuts: [],
      trouble: false,
      forgets: null,
      nodes: oneOf(count, kind),
    }
    expect(await bench.run(plan)).toMatchObject({
      lost: 0,
      doublePaid: 0,
      unexplained: 0,
      unresolved: 0,
      unforeseen: [],
      nodeFaults: expect.arrayContaining([kind]) as unknown,
    })
  })
})

/** Returns one node that lacks every receipt, and the logs with them, from the first block on. */
function silentAboutSuccess(): DrawnNetwork {
  const { episodes, ...network } = lacking('receipt-pruned', 0)
  return { ...network, episodes: [...episodes, ...episodes.map((one) => ({ ...one, kind: 'logs-absent' as const }))] }
}

describe('a payment whose receipt and logs no node has', () => {
  it.each(['transfer', 'router'] as const)('is reported on the person’s word, and delivered (%s)', async (shape) => {
    const scenario = { seed: 3, shape, fails: false, help: null } as const
    const plan: Plan = { ...scenario, cuts: [], trouble: false, forgets: null, nodes: silentAboutSuccess() }
    const { lost, doublePaid, unexplained, unresolved, passedPoints, unforeseen } = await bench.run(plan)
    expect({ lost, doublePaid, unexplained, unresolved, unforeseen }).toEqual({
      lost: 0,
      doublePaid: 0,
      unexplained: 0,
      unresolved: 0,
      unforeseen: [],
    })
    expect([...(passedPoints[0] ?? [])].filter((point) => point.startsWith('commit reported'))).not.toEqual([])
  })
})

describe('a wallet whose ledger was lost right after its payment was mined does not pay again', () => {
  it.each(['transfer', 'router'] as const)('if no node lists its logs (%s)', async (shape) => {
    const plan: Plan = {
      seed: 1827539180,
      shape,
      fails: false,
      help: null,
      trouble: false,
      cuts: ['commit mined: after'],
      forgets: 'everything',
      nodes: lacking('logs-absent', 0),
    }
    const { lost, doublePaid, unexplained, unresolved, reached, nodeFaults } = await bench.run(plan)
    expect({ lost, doublePaid, unexplained, unresolved, reached }).toEqual({
      lost: 0,
      doublePaid: 0,
      unexplained: 0,
      unresolved: 0,
      reached: true,
    })
    expect(nodeFaults).toContain('logs-absent')
  })

  it.each(['transfer', 'router'] as const)('if nothing shows what it was (%s)', async (shape) => {
    const { nodes, episodes, ...rest } = lacking('logs-absent', 0)
    const [always] = episodes
    if (!always) throw new Error('No episode')
    const forgetful = nodes.map((node) => ({
      ...node,
      backends: node.backends.map((machine) => ({ ...machine, stateBlocks: 1 })),
    }))
    const plan: Plan = {
      seed: 5,
      shape,
      fails: false,
      help: null,
      trouble: false,
      cuts: ['commit mined: after'],
      forgets: 'everything',
      nodes: { ...rest, nodes: forgetful, episodes: [always, { ...always, kind: 'state-pruned' }] },
    }
    const { lost, doublePaid, unexplained, unresolved, reached, nodeFaults } = await bench.run(plan)
    expect({ lost, doublePaid, unexplained, unresolved, reached }).toEqual({
      lost: 0,
      doublePaid: 0,
      unexplained: 0,
      unresolved: 0,
      reached: true,
    })
    expect(nodeFaults).toEqual(expect.arrayContaining(['logs-absent', 'state-pruned']))
  })
})
