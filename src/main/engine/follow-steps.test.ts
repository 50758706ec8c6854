import type { Address, Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SendRefusal } from '../../shared/purchase.ts'
import type { Chain, NonceUse, Receipt, Standing } from '../chain/chain.ts'
import { followSteps, type StepEvent, type StepMemory } from './follow-steps.ts'
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
  ...{ hash, succeeded: true, blockNumber: 10n, blockHash: hashOf('d'), fee: 21n, isBacked: true },
  ...changes,
})

interface Seen {
  readonly receipts?: readonly Receipt[]
  readonly head?: bigint
  readonly pending?: number
  readonly mined?: number
  readonly standing?: Standing
  readonly use?: NonceUse
  readonly refusal?: SendRefusal
}

const open: Standing = { state: 'open', isBacked: false }
const final: Standing = { state: 'final', isBacked: true }
const gone: Standing = { state: 'gone', isBacked: true }
const memoryOf = (): StepMemory => ({ sent: new Map(), refused: new Map(), unclear: new Map() })
/** Of a process that noticed some time ago that the nonce is used. */
const noticed = (): StepMemory => ({
  ...memoryOf(),
  unclear: new Map([original, cancel].map((hash) => [hash, { tries: 1, nextAt: 0 }])),
})

/** Looks once at a chain that answers as it is told; answers the moves and what was sent. */
async function look(
  one: StepRecord,
  seen: Seen,
  told: Hash | null = null,
  memory = noticed(),
): Promise<{ moves: StepEvent[]; sent: string[] }> {
  const [moves, sent]: [StepEvent[], string[]] = [[], []]
  const chain = {
    head: async () => seen.head ?? 10n,
    receipt: async (hash) => seen.receipts?.find((known) => known.hash === hash) ?? null,
    pendingNonce: async () => seen.pending ?? 3,
    minedNonce: async () => ({ nonce: seen.mined ?? 3, at: { number: 10n, hash: hashOf('d') } }),
    standing: async () => seen.standing ?? open,
    nonceUse: async () => seen.use ?? null,
    send: async (raw) => (sent.push(raw), seen.refusal ?? null),
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  await followSteps({
    ...{ chain, from, steps: [one], told, memory, monotonic: () => 0 },
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

  it('keeps why no node takes it, until one does', async () => {
    const memory = memoryOf()
    await look(step, { refusal: 'fee-too-low' }, null, memory)
    expect(memory.refused.get(original)).toBe('fee-too-low')
    memory.sent.clear()
    await look(step, {}, null, memory)
    expect(memory.refused.size).toBe(0)
  })

  it('moves on with its receipt, as far as the chain stands', async () => {
    const receipts = [receipt(original)]
    expect((await look(step, { receipts })).moves).toEqual(['mined'])
    expect((await look(step, { receipts, head: 11n })).moves).toEqual(['mined', 'confirmed'])
  })

  const used = { pending: 4, mined: 4 }
  const block = { number: 9n, hash: hashOf('d') }
  const foreign: NonceUse = { hash: hashOf('f'), block, isBacked: true, emitted: false }

  it('is never given up because its receipt is missing, however final the nonce is used', async () => {
    expect((await look(step, { ...used, standing: final })).moves).toEqual([])
  })

  it('is superseded only by another transaction with its nonce, shown by most nodes in a final block', async () => {
    expect((await look(step, { ...used, use: foreign, standing: final })).moves).toEqual(['superseded'])
    for (const standing of [open, gone, { ...final, isBacked: false }]) {
      expect((await look(step, { ...used, use: foreign, standing })).moves).toEqual([])
    }
    expect((await look(step, { ...used, use: { ...foreign, isBacked: false }, standing: final })).moves).toEqual([])
    expect((await look(step, { mined: 3, use: foreign, standing: final })).moves).toEqual([])
  })

  it('is mined where its own logs prove it although no node shows its receipt', async () => {
    const own = { ...foreign, hash: original }
    expect((await look(step, { ...used, use: own, standing: final })).moves).toEqual([])
    expect((await look(step, { ...used, use: { ...own, emitted: true } })).moves).toEqual(['mined', 'confirmed'])
  })

  it('looks for what used its nonce with growing pauses, and is not sent again meanwhile', async () => {
    const memory = memoryOf()
    const foreignUse = { ...used, use: foreign, standing: final }
    expect(await look(step, foreignUse, null, memory)).toEqual({ moves: [], sent: [] })
    expect(memory.unclear.get(original)).toEqual({ tries: 1, nextAt: 2_000 })
    expect((await look(step, foreignUse, null, memory)).moves).toEqual([])
    memory.unclear.set(original, { tries: 1, nextAt: 0 })
    expect((await look(step, foreignUse, null, memory)).moves).toEqual(['superseded'])
    expect(memory.unclear.get(original)).toEqual({ tries: 2, nextAt: 4_000 })
  })

  it('is reverted or cancelled only at finality', async () => {
    const both = { ...step, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    const failed = [receipt(original, { succeeded: false })]
    expect((await look(step, { receipts: failed })).moves).toEqual([])
    expect((await look(step, { receipts: failed, standing: final })).moves).toEqual(['reverted'])
    expect((await look(step, { receipts: [{ ...failed[0]!, isBacked: false }], standing: final })).moves).toEqual([])
    expect((await look(both, { receipts: [receipt(cancel)] })).moves).toEqual([])
    expect((await look(both, { receipts: [receipt(cancel)], standing: final })).moves).toEqual(['cancelled'])
    expect((await look(both, { ...used, use: { ...foreign, hash: cancel }, standing: final })).moves).toEqual([
      'cancelled',
    ])
  })
})

describe('a step that was mined', () => {
  const mined: StepRecord = { ...step, state: 'mined', minedHash: original, blockNumber: 10n, blockHash: hashOf('e') }

  it('stays so for as long as its block does, whether or not a receipt is shown', async () => {
    expect(await look(mined, {})).toEqual({ moves: [], sent: [] })
    expect((await look(mined, { head: 11n })).moves).toEqual(['confirmed'])
    expect((await look(mined, { head: 11n, standing: final })).moves).toEqual(['confirmed', 'finalized'])
    expect((await look({ ...mined, state: 'confirmed' }, { standing: final })).moves).toEqual(['finalized'])
  })

  it('goes back when another block takes its place, and on in its new one', async () => {
    expect((await look(mined, { standing: gone })).moves).toEqual(['reorged'])
    expect((await look(mined, { standing: gone, receipts: [receipt(original)] })).moves).toEqual(['reorged', 'mined'])
  })

  it('goes back when its cancel was mined instead', async () => {
    const both = { ...mined, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    expect((await look(both, { standing: gone, receipts: [receipt(cancel)] })).moves).toEqual(['reorged'])
  })
})

it('a step that is over is not asked about', async () => {
  expect(await look({ ...step, state: 'final' }, { pending: 9, mined: 9 })).toEqual({ moves: [], sent: [] })
})
