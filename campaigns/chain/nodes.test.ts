import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteView } from '../../src/shared/checkout/views.ts'
import type { PurchaseView } from '../../src/shared/purchases/views.ts'
import { openTestNode, type ReplacementAnswer, type TestNode } from '../../src/testing/chain/node.ts'
import type { Choice } from '../../src/main/purchases/quote/offer.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../src/testing/purchases/context.ts'
import { atOnce } from '../answers/at-once.ts'

type Lie = readonly [method: string, instead: ReplacementAnswer]

interface Case {
  readonly name: string
  /** The index of the node. */
  readonly which: 0 | 1 | 2
  /** Its faults from the signature on. */
  readonly lies: readonly Lie[] | 'broken'
}

const wrong = (method: string, result: unknown): Lie => [method, { result }]
const word = (byte: string): string => `0x${byte.repeat(32)}`

const lies: readonly [string, Case['lies']][] = [
  ['knows no receipt', [wrong('eth_getTransactionReceipt', null)]],
  ['knows no block after the first', [wrong('eth_blockNumber', '0x1')]],
  ['is far ahead of the others', [wrong('eth_blockNumber', '0xffffff')]],
  ['says that every nonce is used', [wrong('eth_getTransactionCount', '0xff')]],
  ['says that no nonce was ever used', [wrong('eth_getTransactionCount', '0x0')]],
  [
    'says that nonces are used and there is no receipt',
    [wrong('eth_getTransactionCount', '0xff'), wrong('eth_getTransactionReceipt', null)],
  ],
  ['takes a payment and throws it away', [wrong('eth_sendRawTransaction', word('11'))]],
  ['refuses every payment', [['eth_sendRawTransaction', { error: { code: -32000, message: 'nonce too low' } }]]],
  ['is of another chain', [wrong('eth_chainId', '0x1')]],
  [
    'answers everything important with errors',
    [
      ['eth_getTransactionReceipt', { error: { code: -32603, message: 'internal error' } }],
      ['eth_getBlockByNumber', { error: { code: -32005, message: 'limit exceeded' } }],
    ],
  ],
  [
    'hides behind a broken gateway',
    [
      ['eth_getTransactionReceipt', { status: 502 }],
      ['eth_blockNumber', { status: 429 }],
    ],
  ],
  [
    'answers with garbage',
    [
      wrong('eth_getTransactionReceipt', 'soon'),
      wrong('eth_blockNumber', { height: 7 }),
      wrong('eth_getTransactionCount', null),
    ],
  ],
  [
    'is silent',
    [
      ['eth_getTransactionReceipt', 'silence'],
      ['eth_blockNumber', 'silence'],
    ],
  ],
  ['is dead', 'broken'],
]
const cases = lies.flatMap(([name, nodeLies]) =>
  ([0, 2] as const).map((which): Case => ({
    name: `${which === 0 ? 'first' : 'last'} of three ${name}`,
    which,
    lies: nodeLies,
  })),
)

interface Ended {
  readonly shown: ReadonlySet<string>
  readonly view: PurchaseView
  readonly counts: readonly [payments: number, registrations: number]
}

const LIED_MS = 3_000
const AT_ONCE = 7
let sandbox: TestSandbox
const ends = new Map<string, PromiseSettledResult<Ended>>()
beforeAll(async () => {
  sandbox = await openTestSandbox()
  const results = await atOnce(cases, AT_ONCE, attack)
  for (const [index, { name }] of cases.entries()) {
    const result = results[index]
    if (result) ends.set(name, result)
  }
}, 120_000)
afterAll(() => sandbox?.stop())

async function attack({ which, lies: nodeLies }: Case): Promise<Ended> {
  const nodes = await Promise.all([0, 1, 2].map(() => openTestNode(sandbox.rpcUrl('harbour'))))
  try {
    return await buyAmong(nodes, await sandbox.till(), nodes[which], nodeLies)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

/** On a busy machine three nodes may be too slow for an offer, so a person tries again. */
async function buy(till: TestTill, choice: Choice): Promise<PurchaseView> {
  for (let tries = 1; ; tries++) {
    const offer = quoteView.parse(await till.purchases.quote(till.service, choice, null))
    if (tries === 5 || !offer.problems.some(({ blocking }) => blocking)) return till.confirm(offer)
  }
}

async function buyAmong(
  nodes: readonly TestNode[],
  till: TestTill,
  liar: TestNode | undefined,
  nodeLies: Case['lies'],
): Promise<Ended> {
  const choice = till.choice('harbour', 'usdc')
  const among = { ...choice, network: { ...choice.network, rpcUrls: nodes.map(({ url }) => url) } }
  const { id } = await buy(till, among)
  if (nodeLies === 'broken') Object.assign(liar ?? {}, { broken: true })
  else for (const [method, instead] of nodeLies) liar?.instead.set(method, instead)
  const shown = new Set<string>()
  const see = (view: PurchaseView): boolean => {
    for (const { state } of view.steps) shown.add(state)
    return view.ended
  }
  await till.until(id, see, LIED_MS / 1000).catch(() => undefined)
  liar?.instead.clear()
  Object.assign(liar ?? {}, { broken: false })
  const view = await till.until(id, see, 60)
  const { payments, registrations } = await sandbox.witness(till.address)
  return { shown, view, counts: [payments.length, registrations.length] }
}

describe('one payment and one registration, if the', () => {
  it.each(cases.map(({ name }) => name))('%s', (name) => {
    const result = ends.get(name)
    if (result?.status !== 'fulfilled') throw result?.reason ?? new Error('Not run')
    const { shown, view, counts } = result.value
    expect(counts).toEqual([1, 1])
    expect(view).toMatchObject({ status: 'delivered', attention: null })
    for (const state of ['reverted', 'cancelled', 'superseded']) expect(shown).not.toContain(state)
  })
})
