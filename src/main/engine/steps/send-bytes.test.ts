import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SendRefusal } from '../../../shared/purchases/state.ts'
import type { Chain } from '../../chain/chain.ts'
import { createStepMemory } from './follow-steps.ts'
import { isDueAgain, send, sendFirst, untilSent, type Sending } from './send-bytes.ts'
import type { SignedBytes } from './step-record.ts'

const hash: Hash = `0x${'a'.repeat(64)}`
const bytes: SignedBytes = { hash, raw: '0x0a', purpose: 'original' }

interface TestSending extends Sending {
  now: number
  /** Milliseconds during which all nodes ask for no requests. */
  rest: number
  answer: SendRefusal | null | 'silence'
  sends: number[]
}

function open(): TestSending {
  const one: TestSending = {
    now: 0,
    rest: 0,
    answer: null,
    sends: [],
    memory: createStepMemory(),
    monotonic: () => one.now,
    chain: {
      untilTick: async () => one.rest,
      async send() {
        one.sends.push(one.now)
        if (one.answer === 'silence') throw new Error('Nobody answers')
        return one.answer
      },
    } as Partial<Chain> as Chain,
  }
  return one
}

/** A caller that retries every second. */
async function tryFor(one: TestSending, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await sendFirst(one, bytes)
    one.now += 1_000
  }
}

describe('signed bytes', () => {
  it('are sent at once, and not again by `sendFirst`', async () => {
    const one = open()
    await tryFor(one, 60)
    expect(one.sends).toEqual([0])
    expect(untilSent(one, bytes)).toBeNull()
  })

  it('are sent again every few seconds while no node answers', async () => {
    const one = open()
    one.answer = 'silence'
    await tryFor(one, 16)
    expect(one.sends.map((at) => at / 1_000)).toEqual([0, 1, 3, 7, 11, 15])
  })

  it.each([
    [7_000, [0, 7, 14]],
    [300_000, [0]],
  ])('are sent again once the nodes’ Retry-After of %i ms has passed, or after half a minute', async (rest, sent) => {
    const one = open()
    ;[one.answer, one.rest] = ['silence', rest]
    await tryFor(one, 20)
    expect(one.sends.map((at) => at / 1_000)).toEqual(sent)
    expect(untilSent(one, bytes)).toBeLessThanOrEqual(30_000)
  })

  it.each([
    [true, [30, 60, 90]],
    [false, [2, 6, 14, 30, 60, 90]],
  ])('are due again with pauses, longer ones if a node still has them (%s)', async (isPooled, due) => {
    const one = open()
    await send(one, bytes)
    one.sends.length = 0
    for (; one.now <= 100_000; one.now += 1_000) if (isDueAgain(one, bytes, isPooled)) await send(one, bytes)
    expect(one.sends.map((at) => at / 1_000)).toEqual(due)
  })

  it('that wait for an earlier nonce are due again every two seconds', async () => {
    const one = open()
    one.answer = 'waits-for-earlier'
    await send(one, bytes)
    for (; one.now < 11_000; one.now += 1_000) if (isDueAgain(one, bytes, false)) await send(one, bytes)
    expect(one.sends.map((at) => at / 1_000)).toEqual([0, 2, 4, 6, 8, 10])
  })
})
