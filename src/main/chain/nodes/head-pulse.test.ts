import { beforeEach, describe, expect, it } from 'vitest'
import { createPulse, type Pulse } from './head-pulse.ts'

let now: number
let head: bigint
let reads: number
let rest: number
let isDown: boolean
beforeEach(() => {
  ;[now, head, reads, rest, isDown] = [0, 100n, 0, 0, false]
})

const open = (blockMs: number | null): Pulse =>
  createPulse({
    async readHead() {
      reads++
      if (isDown) throw new Error('Down')
      return head
    },
    blockMs,
    restMs: () => rest,
    monotonic: () => now,
  })

/** Advances the clock by `ms`, with a block each `blockMs` and a caller that reads whenever due; returns the number of reads. */
async function follow(pulse: Pulse, ms: number, blockMs: number): Promise<number> {
  const [before, end, first] = [reads, now + ms, head]
  const began = now
  while (now < end) {
    await pulse.tick().catch(() => null)
    now += Math.max(1, pulse.until(1))
    head = first + BigInt(Math.floor((now - began) / blockMs))
  }
  return reads - before
}

describe('the pulse of a chain', () => {
  it('shares one read among all callers before the next expected block', async () => {
    const pulse = open(2_000)
    const [one, other] = await Promise.all([pulse.tick(), pulse.tick()])
    expect([one.head, other, reads]).toEqual([100n, one, 1])
    now += 400
    expect(await pulse.tick()).toBe(one)
    expect(reads).toBe(1)
  })

  it.each([1_000, 2_000, 12_000])('follows blocks of %i ms with less than two reads per block', async (blockMs) => {
    const pulse = open(blockMs)
    const readings = await follow(pulse, 100 * blockMs, blockMs)
    expect(readings).toBeGreaterThanOrEqual(95)
    expect(readings).toBeLessThan(200)
  })

  it('sees a block within about a third of its block time', async () => {
    const pulse = open(12_000)
    let latest = 0
    for (let ms = 0; ms < 600_000; ms = now) {
      head = 100n + BigInt(Math.floor(now / 12_000))
      const before = (await pulse.tick()).head
      now += pulse.until(1)
      const made = 100n + BigInt(Math.floor(now / 12_000))
      if (made > before) latest = Math.max(latest, now % 12_000)
    }
    expect(latest).toBeLessThan(4_500)
  })

  it('measures the block time of an unknown chain', async () => {
    const pulse = open(null)
    await follow(pulse, 300_000, 5_000)
    expect(await follow(pulse, 300_000, 5_000)).toBeLessThan(130)
    expect(pulse.until(11) - pulse.until(1)).toBeGreaterThan(45_000)
  })

  it('reads at most about once a second, however fast the blocks are', async () => {
    expect(await follow(open(250), 60_000, 250)).toBeLessThan(70)
  })

  it('reads with growing pauses while no block comes', async () => {
    const pulse = open(2_000)
    expect(await follow(pulse, 3_600_000, Infinity)).toBeLessThan(260)
    await pulse.tick()
    expect(pulse.until(1)).toBeGreaterThan(10_000)
  })

  it('reads with growing pauses while no node answers, and immediately on request', async () => {
    const pulse = open(2_000)
    isDown = true
    expect(await follow(pulse, 600_000, 2_000)).toBeLessThan(50)
    isDown = false
    expect((await pulse.tick()).head).toBe(head)
  })

  it('waits as long as all nodes ask for', async () => {
    const pulse = open(2_000)
    await pulse.tick()
    rest = 7_000
    expect([pulse.until(0), pulse.until(1)]).toEqual([7_000, 7_000])
  })

  it('reports when the next block is long overdue', async () => {
    const pulse = open(2_000)
    const late: boolean[] = []
    for (now of [0, 2_000, 4_000, 6_000]) late.push((await pulse.tick()).isLate)
    ;[head, now] = [101n, 10_000]
    late.push((await pulse.tick()).isLate)
    expect(late).toEqual([false, false, false, true, false])
  })

  it('passes a lower head on: a node is behind, or the chain was reorganized', async () => {
    const pulse = open(2_000)
    await pulse.tick()
    ;[head, now] = [97n, 2_000]
    expect((await pulse.tick()).head).toBe(97n)
  })
})
