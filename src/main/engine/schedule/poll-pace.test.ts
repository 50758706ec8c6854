import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import type { Tick } from '../../chain/nodes/head-pulse.ts'
import { createStepMemory } from '../steps/follow-steps.ts'
import { forgetPolls, isPollDue, notePolled, untilNextPoll } from './poll-pace.ts'
import type { StepRecord } from '../steps/step-record.ts'
import { signedStep } from '../../../testing/engine/signed-step.ts'

const BLOCK_MS = 2_000
const hash: Hash = `0x${'a'.repeat(64)}`
const step = signedStep()
const confirmed: StepRecord = { ...step, state: 'confirmed', minedHash: hash, blockNumber: 100n, blockHash: hash }
const chain = { untilTick: async (blocks: number) => blocks * BLOCK_MS } as Chain

const at = (head: bigint): Tick => ({ head, isLate: false })

const wait = (steps: readonly StepRecord[], memory = createStepMemory(), ageMs = 0): Promise<number | null> =>
  untilNextPoll({ chain, steps, registered: null, memory, monotonic: () => 0, ageMs })

describe('a pending step', () => {
  it('is polled once a block', () => {
    const memory = createStepMemory()
    expect(isPollDue(step, memory, at(100n), 0)).toBe(true)
    notePolled(step, memory, 100n, 0)
    expect([99n, 100n, 101n].map((head) => isPollDue(step, memory, at(head), 0))).toEqual([true, false, true])
    expect(isPollDue(step, memory, { head: 100n, isLate: true }, 0)).toBe(true)
    forgetPolls([step], memory)
    expect(isPollDue(step, memory, at(100n), 0)).toBe(true)
  })

  it('is polled less often the deeper it is, once it is confirmed', () => {
    const memory = createStepMemory()
    const polls: number[] = []
    for (let head = 101n; head < 300n; head++) {
      if (!isPollDue(confirmed, memory, at(head), 0)) continue
      notePolled(confirmed, memory, head, 0)
      polls.push(Number(head))
    }
    expect(polls).toEqual([101, 104, 108, 112, 120, 128, 144, 160, 192, 256])
  })

  it('is polled after five minutes at any depth', () => {
    const memory = createStepMemory()
    notePolled(confirmed, memory, 1_000n, 0)
    // With blocks of twelve seconds the depth alone would mean a wait of a hundred minutes.
    expect(isPollDue(confirmed, memory, at(1_024n), 299_999)).toBe(false)
    expect(isPollDue(confirmed, memory, at(1_025n), 300_000)).toBe(true)
  })

  it('has its next poll with the next block, at the latest after five minutes', async () => {
    const memory = createStepMemory()
    memory.sent.set(hash, { times: 1, at: 0 })
    notePolled(step, memory, 100n, 0)
    expect(await wait([step], memory)).toBe(BLOCK_MS)
    notePolled(step, memory, 112n, 0)
    expect(await wait([confirmed], memory)).toBe(8 * BLOCK_MS)
    notePolled(step, memory, 1_000n, 0)
    expect(await wait([confirmed], memory)).toBe(300_000)
  })

  it('that has waited long is polled with pauses', async () => {
    const memory = createStepMemory()
    memory.sent.set(hash, { times: 1, at: 0 })
    const waits = [0, 2 * 60_000, 3_600_000].map((age) => wait([step], memory, age))
    expect(await Promise.all(waits)).toEqual([BLOCK_MS, 3_000, 15_000])
  })

  it('that could not be sent is polled when it may be sent again', async () => {
    const memory = createStepMemory()
    memory.failed.set(hash, { times: 3, nextAt: 700 })
    expect(await wait([confirmed, step], memory)).toBe(700)
  })

  it('is not polled once it is settled', async () => {
    expect(await wait([{ ...confirmed, state: 'final', feeUnits: 21n }])).toBeNull()
  })

  it('that is final without a receipt is polled every ten minutes, after a failure at most every minute', async () => {
    const memory = createStepMemory()
    const unproven: StepRecord = { ...confirmed, state: 'final' }
    expect(isPollDue(unproven, memory, at(100n), 0)).toBe(true)
    expect(await wait([unproven], memory)).toBe(60_000)
    notePolled(unproven, memory, 100n, 0)
    expect(await wait([unproven], memory)).toBe(600_000)
    expect(isPollDue(unproven, memory, { head: 9_000n, isLate: true }, 599_999)).toBe(false)
    expect(isPollDue(unproven, memory, at(100n), 600_000)).toBe(true)
    notePolled(unproven, memory, 100n, -3_600_000)
    expect(await wait([unproven], memory)).toBe(60_000)
    expect(await wait([{ ...unproven, kind: 'send' }], memory)).toBeNull()
  })

  it('is paced by its registered bytes, whatever else was signed', async () => {
    const memory = createStepMemory()
    memory.sent.set(hash, { times: 1, at: 0 })
    const bump = { hash: `0x${'b'.repeat(64)}`, raw: '0x0b', purpose: 'speed-up' } as const
    const steps = [{ ...step, signed: [...step.signed, bump] }]
    const poll = { chain, steps, memory, monotonic: () => 0, ageMs: 0 }
    expect(await untilNextPoll({ ...poll, registered: hash })).toBe(BLOCK_MS)
    expect(await untilNextPoll({ ...poll, registered: null })).toBe(1_000)
  })
})
