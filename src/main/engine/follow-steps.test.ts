import type { Address, Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain, Receipt } from '../chain/chain.ts'
import { followSteps, type StepEvent } from './follow-steps.ts'
import type { StepRecord } from './step-record.ts'

const from: Address = `0x${'1'.repeat(40)}`
const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`
const [original, bump, cancel] = [hashOf('a'), hashOf('b'), hashOf('c')]
const unseen = { minedHash: null, blockNumber: null, blockHash: null, feeUnits: null }
const step: StepRecord = {
  position: 0,
  kind: 'pay',
  state: 'signed',
  nonce: 3,
  ...unseen,
  signed: [{ hash: original, raw: '0x0a', purpose: 'original' }],
}
const receipt = (hash: Hash, changes: Partial<Receipt> = {}): Receipt => ({
  ...{ hash, succeeded: true, blockNumber: 10n, blockHash: hashOf('d'), fee: 21n },
  ...changes,
})

interface Seen {
  readonly receipts?: readonly Receipt[]
  readonly head?: bigint
  readonly finalized?: bigint
  readonly pending?: number
  readonly mined?: number
  readonly finality?: Awaited<ReturnType<Chain['finality']>>
}

/** Looks once at a chain that answers as it is told; answers the moves and what was sent. */
async function look(
  one: StepRecord,
  seen: Seen,
  told: Hash | null = null,
): Promise<{ moves: StepEvent[]; sent: string[] }> {
  const [moves, sent]: [StepEvent[], string[]] = [[], []]
  const chain = {
    head: async () => seen.head ?? 10n,
    finalized: async () => seen.finalized ?? 5n,
    receipt: async (hash) => seen.receipts?.find((known) => known.hash === hash) ?? null,
    pendingNonce: async () => seen.pending ?? 3,
    minedNonce: async () => ({ nonce: seen.mined ?? 3, at: { number: 10n, hash: hashOf('d') } }),
    finality: async () => seen.finality ?? { block: 'open', anyReceipt: false },
    send: async (raw) => void sent.push(raw),
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  await followSteps({
    ...{ chain, from, steps: [one], told, memory: { sent: new Map(), usedBy: new Map() }, monotonic: () => 0 },
    commit: (_, event) => moves.push(event) > 0,
    together: (work) => work(),
  })
  return { moves, sent }
}

describe('a step that waits', () => {
  it('is sent again with its newest bytes, or with those the service was told of', async () => {
    const bumped = { ...step, signed: [...step.signed, { hash: bump, raw: '0x0b', purpose: 'speed-up' } as const] }
    expect(await look(bumped, {})).toEqual({ moves: [], sent: ['0x0b'] })
    expect(await look(bumped, {}, original)).toEqual({ moves: [], sent: ['0x0a'] })
  })

  it('moves on with its receipt, as far as the chain stands', async () => {
    const receipts = [receipt(original)]
    expect((await look(step, { receipts })).moves).toEqual(['mined'])
    expect((await look(step, { receipts, head: 11n })).moves).toEqual(['mined', 'confirmed'])
    expect((await look(step, { receipts, head: 12n, finalized: 10n })).moves).toEqual([
      'mined',
      'confirmed',
      'finalized',
    ])
  })

  it('is superseded only by a nonce used at finality without a receipt of its own', async () => {
    const used = { pending: 4, mined: 4 }
    expect((await look(step, { ...used, finality: { block: 'final', anyReceipt: false } })).moves).toEqual([
      'superseded',
    ])
    expect((await look(step, { ...used, finality: { block: 'open', anyReceipt: false } })).moves).toEqual([])
    expect((await look(step, { ...used, finality: { block: 'gone', anyReceipt: false } })).moves).toEqual([])
    // The receipt came in between the two questions.
    expect((await look(step, { ...used, finality: { block: 'final', anyReceipt: true } })).moves).toEqual([])
  })

  it('is reverted or cancelled only at finality', async () => {
    const both = { ...step, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    const final = { block: 'final', anyReceipt: false } as const
    const failed = [receipt(original, { succeeded: false })]
    expect((await look(step, { receipts: failed })).moves).toEqual([])
    expect((await look(step, { receipts: failed, finality: final })).moves).toEqual(['reverted'])
    expect((await look(both, { receipts: [receipt(cancel)] })).moves).toEqual([])
    expect((await look(both, { receipts: [receipt(cancel)], finality: final })).moves).toEqual(['cancelled'])
  })
})

describe('a step that was mined', () => {
  const mined: StepRecord = { ...step, state: 'mined', minedHash: original, blockNumber: 10n, blockHash: hashOf('e') }

  it('goes back when its block does, and on in its new one', async () => {
    expect((await look(mined, {})).moves).toEqual(['reorged'])
    expect((await look(mined, { receipts: [receipt(original)] })).moves).toEqual(['reorged', 'mined'])
  })

  it('goes back when its cancel was mined instead', async () => {
    const both = { ...mined, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    expect((await look(both, { receipts: [receipt(cancel)] })).moves).toEqual(['reorged'])
  })
})

it('a step that is over is not asked about', async () => {
  expect(await look({ ...step, state: 'final' }, { pending: 9, mined: 9 })).toEqual({ moves: [], sent: [] })
})
