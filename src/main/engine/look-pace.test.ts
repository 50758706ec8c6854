import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import type { Tick } from '../chain/nodes/pulse.ts'
import { createStepMemory } from './follow-steps.ts'
import { forgetLooks, isWorthLooking, noteLooked, untilNextLook } from './look-pace.ts'
import type { StepRecord } from './step-record.ts'

const BLOCK_MS = 2_000
const hash: Hash = `0x${'a'.repeat(64)}`
const step: StepRecord = {
  ...{ position: 0, kind: 'pay', state: 'signed', nonce: 3, minedHash: null, blockNumber: null },
  ...{ blockHash: null, feeUnits: null, signed: [{ hash, raw: '0x0a', purpose: 'original' }] },
}
const confirmed: StepRecord = { ...step, state: 'confirmed', minedHash: hash, blockNumber: 100n, blockHash: hash }
const chain = { untilTick: async (blocks: number) => blocks * BLOCK_MS } as Chain

const at = (head: bigint): Tick => ({ head, isLate: false })

const wait = (steps: readonly StepRecord[], memory = createStepMemory(), ageMs = 0): Promise<number | null> =>
  untilNextLook({ chain, steps, told: null, memory, monotonic: () => 0, ageMs })

describe('a step on its way', () => {
  it('is looked for once a block', () => {
    const memory = createStepMemory()
    expect(isWorthLooking(step, memory, at(100n), 0)).toBe(true)
    noteLooked(step, memory, 100n, 0)
    expect([99n, 100n, 101n].map((head) => isWorthLooking(step, memory, at(head), 0))).toEqual([true, false, true])
    expect(isWorthLooking(step, memory, { head: 100n, isLate: true }, 0)).toBe(true)
    forgetLooks([step], memory)
    expect(isWorthLooking(step, memory, at(100n), 0)).toBe(true)
  })

  it('is looked for the more rarely, the deeper it lies once it is confirmed', () => {
    const memory = createStepMemory()
    const looks: number[] = []
    for (let head = 101n; head < 300n; head++) {
      if (!isWorthLooking(confirmed, memory, at(head), 0)) continue
      noteLooked(confirmed, memory, head, 0)
      looks.push(Number(head))
    }
    expect(looks).toEqual([101, 104, 108, 112, 120, 128, 144, 160, 192, 256])
  })

  it('is looked for after five minutes, however deep it lies', () => {
    const memory = createStepMemory()
    noteLooked(confirmed, memory, 1_000n, 0)
    // Blocks of twelve seconds: the depth alone would wait for a hundred minutes.
    expect(isWorthLooking(confirmed, memory, at(1_024n), 299_999)).toBe(false)
    expect(isWorthLooking(confirmed, memory, at(1_025n), 300_000)).toBe(true)
  })

  it('has its next look with the next block, and at the latest five minutes on', async () => {
    const memory = createStepMemory()
    memory.sent.set(hash, { times: 1, at: 0 })
    noteLooked(step, memory, 100n, 0)
    expect(await wait([step], memory)).toBe(BLOCK_MS)
    noteLooked(step, memory, 112n, 0)
    expect(await wait([confirmed], memory)).toBe(8 * BLOCK_MS)
    noteLooked(step, memory, 1_000n, 0)
    expect(await wait([confirmed], memory)).toBe(300_000)
  })

  it('that has waited for long is looked for with pauses', async () => {
    const memory = createStepMemory()
    memory.sent.set(hash, { times: 1, at: 0 })
    const waits = [0, 2 * 60_000, 3_600_000].map((age) => wait([step], memory, age))
    expect(await Promise.all(waits)).toEqual([BLOCK_MS, 3_000, 15_000])
  })

  it('that could not be sent goes by that', async () => {
    const memory = createStepMemory()
    memory.failed.set(hash, { times: 3, nextAt: 700 })
    expect(await wait([confirmed, step], memory)).toBe(700)
  })

  it('is not looked for any more once it came to its end', async () => {
    expect(await wait([{ ...confirmed, state: 'final', feeUnits: 21n }])).toBeNull()
  })

  it('that is final without a receipt is looked for every ten minutes, and each minute at most where that fails', async () => {
    const memory = createStepMemory()
    const unproven: StepRecord = { ...confirmed, state: 'final' }
    expect(isWorthLooking(unproven, memory, at(100n), 0)).toBe(true)
    expect(await wait([unproven], memory)).toBe(60_000)
    noteLooked(unproven, memory, 100n, 0)
    expect(await wait([unproven], memory)).toBe(600_000)
    expect(isWorthLooking(unproven, memory, { head: 9_000n, isLate: true }, 599_999)).toBe(false)
    expect(isWorthLooking(unproven, memory, at(100n), 600_000)).toBe(true)
    noteLooked(unproven, memory, 100n, -3_600_000)
    expect(await wait([unproven], memory)).toBe(60_000)
    expect(await wait([{ ...unproven, kind: 'send' }], memory)).toBeNull()
  })

  it('goes by the bytes that were registered, whatever else was signed and is never sent', async () => {
    const memory = createStepMemory()
    memory.sent.set(hash, { times: 1, at: 0 })
    const bump = { hash: `0x${'b'.repeat(64)}`, raw: '0x0b', purpose: 'speed-up' } as const
    const steps = [{ ...step, signed: [...step.signed, bump] }]
    const look = { chain, steps, memory, monotonic: () => 0, ageMs: 0 }
    expect(await untilNextLook({ ...look, told: hash })).toBe(BLOCK_MS)
    expect(await untilNextLook({ ...look, told: null })).toBe(1_000)
  })
})
