import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeEmptyLedger } from '../../crash/make-empty-ledger.ts'
import { runElsewhere } from './run-once.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-elsewhere-'))
  makeEmptyLedger(join(folder, 'empty.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runFor = (minutes: number, unpaid = 0) =>
  runElsewhere(folder, { blockMs: 2_000, purchases: 1, unpaid, seed: 3, waitMs: minutes * 60_000 })

it.each([2, 20, 24 * 60])(
  'a payment by another wallet after %i minutes sends a node at most 60 calls until delivered',
  async (minutes) => {
    const { toDelivered, requestsWaiting, requestsAfter } = await runFor(minutes)
    expect(toDelivered.calls).toBeLessThanOrEqual(60)
    expect(requestsWaiting).toBe(0)
    expect(requestsAfter).toBeLessThanOrEqual(6)
  },
)

it('a payment that nobody makes costs a node at most 600 calls in 20 minutes, and 7 a minute over a day', async () => {
  expect((await runFor(20)).waiting.calls).toBeLessThanOrEqual(600)
  expect((await runFor(24 * 60)).waiting.calls).toBeLessThanOrEqual(24 * 60 * 7)
})

it('a payment by another wallet while another one is awaited costs a node at most 70 calls until delivered', async () => {
  // It is a question at first, whose block is read.
  expect((await runFor(1, 1)).toDelivered.calls).toBeLessThanOrEqual(70)
})
