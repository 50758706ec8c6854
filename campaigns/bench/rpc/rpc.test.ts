import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeEmptyLedger } from '../../crash/make-empty-ledger.ts'
import { runOnce } from './run-once.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-rpc-'))
  makeEmptyLedger(join(folder, 'empty.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['transfer', 1, 60],
  ['router', 1, 60],
  ['transfer', 20, 240],
  ['router', 20, 240],
] as const)(
  'a %s, %i at once, on a chain of 2 s blocks sends a node at most %i calls until delivered',
  async (shape, count, most) => {
    const { toDelivered, secondsToDelivered } = await runOnce(folder, {
      shape,
      blockMs: 2_000,
      purchases: count,
      seed: 3,
    })
    expect(toDelivered.calls).toBeLessThanOrEqual(most)
    expect(toDelivered.calls).toBeGreaterThan(count)
    expect(secondsToDelivered).toBeLessThan(60)
  },
)
