import { serializeTransaction, type Address, type Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SendRefusal } from '../../../shared/purchases/state.ts'
import type { Chain, NonceUse, Receipt, BlockStatus } from '../../chain/chain.ts'
import { createStepMemory, followSteps, type StepEvent, type StepMemory } from './follow-steps.ts'
import type { StepRecord } from './step-record.ts'
import { signedStep } from '../../../testing/engine/signed-step.ts'

const from: Address = `0x${'1'.repeat(40)}`
const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`
const [original, bump, cancel] = [hashOf('a'), hashOf('b'), hashOf('c')]
const call = { to: hashOf('7').slice(0, 42) as Address, data: '0x05', value: 0n } as const
const raw = serializeTransaction({ type: 'eip1559', chainId: 1, nonce: 3, ...call })
const step = signedStep({ signed: [{ hash: original, raw, purpose: 'original' }] })
const receipt = (hash: Hash, changes: Partial<Receipt> = {}): Receipt => ({
  hash,
  succeeded: true,
  blockNumber: 10n,
  blockHash: hashOf('d'),
  fee: 21n,
  l1Fee: 0n,
  isBacked: true,
  ...changes,
})

interface Seen {
  readonly receipts?: readonly Receipt[]
  readonly head?: bigint
  readonly isLate?: boolean
  readonly pending?: number
  readonly mined?: number
  readonly blockStatus?: BlockStatus
  readonly use?: NonceUse
  /** What used the nonce, if requested by its hash. */
  readonly useByHash?: NonceUse
  readonly refusal?: SendRefusal
  /** Whether its nodes now serve another chain. */
  readonly isSwapped?: boolean
  readonly isOwnNonce?: (nonce: number) => boolean
}

const open: BlockStatus = { state: 'open', isBacked: false }
const final: BlockStatus = { state: 'final', isBacked: true }
const gone: BlockStatus = { state: 'gone', isBacked: true }
/** The memory of a process that noticed the used nonce some time ago. */
const noticed = (): StepMemory => ({
  ...createStepMemory(),
  unclear: new Map([original, cancel].map((hash) => [hash, { tries: 1, nextAt: 0 }])),
})

/** Polls a chain with the given answers once; returns the moves and what was sent. */
async function poll(
  one: StepRecord,
  seen: Seen,
  registered: Hash | null = null,
  memory = noticed(),
): Promise<{ moves: StepEvent[]; sent: string[] }> {
  const [moves, sent]: [StepEvent[], string[]] = [[], []]
  const chain = {
    tick: async () => ({ head: seen.head ?? 10n, isLate: seen.isLate ?? false }),
    untilTick: async () => 0,
    receipt: async (hash) => seen.receipts?.find((known) => known.hash === hash) ?? null,
    async nonces() {
      const mined = seen.mined ?? 3
      return { mined, minedSomewhere: seen.receipts ? 4 : mined, isContested: false, pending: seen.pending ?? 3 }
    },
    blockStatus: async () => seen.blockStatus ?? open,
    nonceUse: async (_, __, own) =>
      seen.useByHash && own.includes(seen.useByHash.hash) ? seen.useByHash : (seen.use ?? null),
    isUnchanged: async () => !seen.isSwapped,
    send: async (raw) => (sent.push(raw), seen.refusal ?? null),
  } satisfies Partial<Chain> as Partial<Chain> as Chain
  await followSteps({
    chain,
    from,
    steps: [one],
    registered,
    memory,
    isOwnNonce: seen.isOwnNonce ?? (() => false),
    monotonic: () => 0,
    commit: (_, event) => moves.push(event) > 0,
    together: (work) => work(),
  })
  return { moves, sent }
}

describe('a waiting step', () => {
  it('is sent again with its newest bytes, or with the registered ones', async () => {
    const bumped = { ...step, signed: [...step.signed, { hash: bump, raw: '0x0b', purpose: 'speed-up' } as const] }
    expect(await poll(bumped, {})).toEqual({ moves: [], sent: ['0x0b'] })
    expect(await poll(bumped, {}, original)).toEqual({ moves: [], sent: [raw] })
  })

  it('keeps the reason why no node accepts it, until one does', async () => {
    const memory = createStepMemory()
    await poll(step, { refusal: 'fee-too-low' }, null, memory)
    expect(memory.refused.get(original)).toBe('fee-too-low')
    memory.sent.clear()
    await poll(step, {}, null, memory)
    expect(memory.refused.size).toBe(0)
  })

  it('is sent before any other request', async () => {
    const calls: string[] = []
    const answers = {
      tick: { head: 10n, isLate: false },
      untilTick: 0,
      send: null,
      nonces: { mined: 3, minedSomewhere: 3, isContested: false, pending: 4 },
    }
    const chain = new Proxy({} as Chain, {
      get: (_, name: keyof typeof answers) => async () => (calls.push(name), answers[name]),
    })
    const rest = {
      registered: null,
      memory: createStepMemory(),
      isOwnNonce: () => false,
      monotonic: () => 0,
      commit: () => true,
    }
    await followSteps({ chain, from, steps: [step], ...rest, together: (work) => work() })
    expect(calls).toEqual(['send', 'tick', 'nonces', 'nonces'])
  })

  it('is not polled again before there is a new block, or one is long overdue', async () => {
    const memory = noticed()
    const receipts = [receipt(original)]
    expect((await poll(step, {}, null, memory)).moves).toEqual([])
    expect((await poll(step, { receipts }, null, memory)).moves).toEqual([])
    expect((await poll(step, { receipts, isLate: true }, null, memory)).moves).toEqual(['mined'])
    expect((await poll(step, { receipts, head: 11n }, null, memory)).moves).toEqual(['mined', 'confirmed'])
  })

  it('has its receipt checked before it is sent again, whatever nodes say about its nonce', async () => {
    const memory = noticed()
    memory.sent.set(original, { times: 1, at: -60_000 })
    const calls: Hash[] = []
    const chain = {
      tick: async () => ({ head: 10n, isLate: false }),
      nonces: async () => ({ mined: 3, minedSomewhere: 3, isContested: false, pending: 3 }),
      receipt: async (hash) => (calls.push(hash), receipt(original)),
    } satisfies Partial<Chain> as Partial<Chain> as Chain
    const moves: StepEvent[] = []
    await followSteps({
      chain,
      from,
      steps: [step],
      registered: null,
      memory,
      isOwnNonce: () => false,
      monotonic: () => 0,
      together: (work) => work(),
      commit: (_, event) => moves.push(event) > 0,
    })
    expect([calls, moves]).toEqual([[original], ['mined']])
  })

  it('waits behind a gap if the next nonce is below its own and no step of the ledger has it', async () => {
    const gap = async (seen: Seen): Promise<boolean> => {
      const memory = noticed()
      await poll(step, seen, null, memory)
      return memory.behindGap.has(original)
    }
    expect(await gap({ mined: 2, pending: 2 })).toBe(true)
    expect(await gap({ mined: 2, pending: 2, isOwnNonce: (nonce) => nonce === 2 })).toBe(false)
    expect(await gap({ mined: 2, pending: 3 })).toBe(false)
    expect(await gap({ mined: 3, pending: 4 })).toBe(false)
  })

  it('waits behind no gap once it is in a block', async () => {
    const memory = noticed()
    memory.behindGap.add(original)
    await poll(step, { receipts: [receipt(original)] }, null, memory)
    expect(memory.behindGap.size).toBe(0)
  })

  it('is never moved by the receipt of a registered payment of another step', async () => {
    const approve: StepRecord = { ...step, kind: 'approve', signed: [{ hash: bump, raw, purpose: 'original' }] }
    expect((await poll(approve, { receipts: [receipt(original)] }, original)).moves).toEqual([])
    expect((await poll(approve, { receipts: [receipt(original), receipt(bump)] }, original)).moves).toEqual(['mined'])
  })

  it('moves with its receipt as far as the chain shows', async () => {
    const receipts = [receipt(original)]
    expect((await poll(step, { receipts })).moves).toEqual(['mined'])
    expect((await poll(step, { receipts, head: 11n })).moves).toEqual(['mined', 'confirmed'])
  })

  const used = { pending: 4, mined: 4 }
  const block = { number: 9n, hash: hashOf('d') }
  const foreign: NonceUse = { hash: hashOf('f'), block, isBacked: true, emitted: false, call: { ...call, data: '0x' } }

  it('is never given up for a missing receipt, even if a final block used the nonce', async () => {
    expect((await poll(step, { ...used, blockStatus: final })).moves).toEqual([])
  })

  it('is superseded only by another transaction with its nonce in a final block of the majority of nodes', async () => {
    expect((await poll(step, { ...used, use: foreign, blockStatus: final })).moves).toEqual(['superseded'])
    for (const blockStatus of [open, gone, { ...final, isBacked: false }]) {
      expect((await poll(step, { ...used, use: foreign, blockStatus })).moves).toEqual([])
    }
    expect((await poll(step, { ...used, use: { ...foreign, isBacked: false }, blockStatus: final })).moves).toEqual([])
    expect((await poll(step, { mined: 3, use: foreign, blockStatus: final })).moves).toEqual([])
  })

  it.each([
    ['of another amount', { ...call, value: call.value + 1n }],
    ['to somebody else', { ...call, to: `0x${'8'.repeat(40)}` as const }],
    ['with other data', { ...call, data: '0x' as const }],
    ['that calls nothing', { ...call, to: null }],
  ])('is superseded by a call %s in bytes that this ledger lacks, though that succeeded', async (_, other) => {
    const calls = { ...used, use: { ...foreign, call: other }, blockStatus: final }
    expect((await poll(step, { ...calls, receipts: [receipt(foreign.hash)] })).moves).toEqual(['superseded'])
  })

  it('is mined, not superseded, by the same call in bytes that this ledger lacks', async () => {
    const elsewhere = { ...foreign, call }
    const calls = { ...used, use: elsewhere, blockStatus: final }
    expect((await poll(step, calls)).moves).toEqual([])
    expect((await poll(step, { ...calls, receipts: [receipt(elsewhere.hash)] })).moves).toEqual(['mined'])
    const failed = receipt(elsewhere.hash, { succeeded: false })
    expect((await poll(step, { ...calls, receipts: [{ ...failed, isBacked: false }] })).moves).toEqual([])
    expect((await poll(step, { ...calls, receipts: [failed] })).moves).toEqual(['superseded'])
    expect((await poll(step, { ...calls, use: { ...elsewhere, isBacked: false } })).moves).toEqual([])
    expect((await poll(step, { ...calls, use: { ...foreign, call: null } })).moves).toEqual([])
    // If no node shows its receipt, its logs prove that it succeeded.
    const useByHash = { ...elsewhere, emitted: true, call: null }
    expect((await poll(step, { ...calls, useByHash })).moves).toEqual(['mined', 'confirmed'])
    expect((await poll(step, { ...calls, useByHash: { ...useByHash, emitted: false } })).moves).toEqual([])
  })

  it('is mined if its own logs prove it, although no node shows its receipt', async () => {
    const own = { ...foreign, hash: original }
    expect((await poll(step, { ...used, use: own, blockStatus: final })).moves).toEqual([])
    expect((await poll(step, { ...used, use: { ...own, emitted: true } })).moves).toEqual(['mined', 'confirmed'])
  })

  it('searches for what used its nonce with growing pauses, and is not sent again meanwhile', async () => {
    const memory = createStepMemory()
    memory.sent.set(original, { times: 1, at: 0 })
    const foreignUse = { ...used, use: foreign, blockStatus: final }
    expect(await poll(step, foreignUse, null, memory)).toEqual({ moves: [], sent: [] })
    expect(memory.unclear.get(original)).toEqual({ tries: 1, nextAt: 2_000 })
    expect(await poll(step, { ...foreignUse, head: 11n }, null, memory)).toEqual({ moves: [], sent: [] })
    memory.unclear.set(original, { tries: 1, nextAt: 0 })
    expect((await poll(step, { ...foreignUse, head: 12n }, null, memory)).moves).toEqual(['superseded'])
    expect(memory.unclear.get(original)).toEqual({ tries: 2, nextAt: 4_000 })
  })

  it('is reverted or cancelled only at finality', async () => {
    const both = { ...step, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    const failed = receipt(original, { succeeded: false })
    const shown = (...receipts: readonly Receipt[]): Seen => ({ ...used, receipts, blockStatus: final })
    expect((await poll(step, { ...shown(failed), blockStatus: open })).moves).toEqual([])
    expect((await poll(step, shown(failed))).moves).toEqual(['reverted'])
    expect((await poll(step, shown({ ...failed, isBacked: false }))).moves).toEqual([])
    expect((await poll(both, { ...shown(receipt(cancel)), blockStatus: open })).moves).toEqual([])
    expect((await poll(both, shown(receipt(cancel)))).moves).toEqual(['cancelled'])
    expect((await poll(both, { ...used, use: { ...foreign, hash: cancel }, blockStatus: final })).moves).toEqual([
      'cancelled',
    ])
  })

  it('never ends while its nonce is unused, or its nodes serve another chain', async () => {
    const failed: Seen = { ...used, receipts: [receipt(original, { succeeded: false })], blockStatus: final }
    const superseded: Seen = { ...used, use: foreign, blockStatus: final }
    expect((await poll(step, { ...failed, mined: 3 })).moves).toEqual([])
    expect((await poll(step, { ...failed, isSwapped: true })).moves).toEqual([])
    expect((await poll(step, { ...superseded, isSwapped: true })).moves).toEqual([])
  })

  it('is not cancelled by one node’s receipt, even in a final block', async () => {
    const both = { ...step, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    const seen = { ...used, receipts: [receipt(cancel, { isBacked: false })], blockStatus: final }
    expect((await poll(both, seen)).moves).toEqual([])
    const own = { ...foreign, hash: cancel }
    expect((await poll(both, { ...seen, use: { ...own, isBacked: false } })).moves).toEqual([])
    // If receipts are pruned, the majority of nodes must show it in the block's list of transactions.
    expect((await poll(both, { ...seen, use: own })).moves).toEqual(['cancelled'])
  })
})

describe('a mined step', () => {
  const mined: StepRecord = { ...step, state: 'mined', minedHash: original, blockNumber: 10n, blockHash: hashOf('e') }

  it('stays mined as long as its block is canonical, with or without a receipt', async () => {
    expect(await poll(mined, {})).toEqual({ moves: [], sent: [] })
    expect((await poll(mined, { head: 11n })).moves).toEqual(['confirmed'])
    expect((await poll(mined, { head: 11n, blockStatus: final })).moves).toEqual(['confirmed', 'finalized'])
    expect((await poll({ ...mined, state: 'confirmed' }, { blockStatus: final })).moves).toEqual(['finalized'])
  })

  it('returns to signed when another block replaces its own, and is mined in its new one', async () => {
    expect((await poll(mined, { blockStatus: gone })).moves).toEqual(['reorged'])
    expect((await poll(mined, { blockStatus: gone, receipts: [receipt(original)] })).moves).toEqual([
      'reorged',
      'mined',
    ])
  })

  it('in a block that the majority of nodes has not reached is sent again, and moves to the block they show', async () => {
    const far = { ...mined, blockNumber: 1_000n, blockHash: hashOf('9') }
    const early = receipt(original, { blockNumber: 1_000n, blockHash: hashOf('9'), isBacked: false })
    expect(await poll(far, { receipts: [early], blockStatus: open })).toEqual({ moves: [], sent: [raw] })
    expect(await poll(far, { blockStatus: open })).toEqual({ moves: [], sent: [raw] })
    const shown = { receipts: [receipt(original)], blockStatus: open, head: 11n }
    expect((await poll(far, shown)).moves).toEqual(['reorged', 'mined', 'confirmed'])
  })

  it('is not sent in its own bytes after a reorganization if another program’s bytes were registered', async () => {
    const registered = hashOf('e')
    const inclusion = { minedHash: registered, blockNumber: 9n, blockHash: hashOf('d'), feeUnits: 1n }
    const elsewhere = { ...step, ...inclusion, state: 'mined' } as const
    expect(await poll(elsewhere, { blockStatus: gone }, registered)).toEqual({ moves: ['reorged'], sent: [] })
  })

  it('returns to signed when its cancel was mined instead', async () => {
    const both = { ...mined, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    expect((await poll(both, { blockStatus: gone, receipts: [receipt(cancel)] })).moves).toEqual(['reorged'])
  })
})

it('a settled step is not polled', async () => {
  const over = { ...step, state: 'final', feeUnits: 21n } as const
  const failed = receipt(original, { succeeded: false })
  const seen = { pending: 9, mined: 9, blockStatus: final, receipts: [failed] }
  expect(await poll(over, seen)).toEqual({ moves: [], sent: [] })
  expect(await poll({ ...over, kind: 'send', feeUnits: null }, seen)).toEqual({ moves: [], sent: [] })
})

describe('a payment that is final without a receipt', () => {
  const inclusion = { minedHash: original, blockNumber: 10n, blockHash: hashOf('d') }
  const unproven: StepRecord = { ...step, ...inclusion, state: 'final' }
  const shown = (changes: Partial<Receipt>, more: Seen = {}): Seen => ({
    mined: 4,
    blockStatus: final,
    receipts: [receipt(original, changes)],
    ...more,
  })
  const moves = async (seen: Seen, one = unproven): Promise<StepEvent[]> => (await poll(one, seen)).moves

  it('stays so until the majority of nodes shows one', async () => {
    expect(await poll(unproven, { mined: 4, blockStatus: final })).toEqual({ moves: [], sent: [] })
    expect(await moves(shown({ succeeded: false, isBacked: false }))).toEqual([])
    expect(await moves(shown({ isBacked: false }))).toEqual([])
  })

  it('is reverted after all if the majority of nodes shows that at finality, although others called it paid', async () => {
    expect(await moves(shown({ succeeded: false }))).toEqual(['disproved', 'reverted'])
    expect(await moves(shown({ succeeded: false }, { blockStatus: open }))).toEqual([])
    expect(await moves(shown({ succeeded: false }, { blockStatus: { ...final, isBacked: false } }))).toEqual([])
    expect(await moves(shown({ succeeded: false }, { mined: 3 }))).toEqual([])
    expect(await moves(shown({ succeeded: false }, { isSwapped: true }))).toEqual([])
  })

  it('is cancelled after all if its cancel was mined', async () => {
    const both = { ...unproven, signed: [...step.signed, { hash: cancel, raw: '0x0c', purpose: 'cancel' } as const] }
    expect(await moves({ ...shown({}), receipts: [receipt(cancel)] }, both)).toEqual(['disproved', 'cancelled'])
  })

  it('is proven if the majority of nodes shows that it succeeded, with its fee', async () => {
    expect(await moves(shown({}))).toEqual(['proven'])
    expect(await moves(shown({ fee: null }))).toEqual([])
  })
})
