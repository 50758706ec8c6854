import { expect, it } from 'vitest'
import { runQueue } from './run-queue.ts'

it('sells for cash over real chains with power cuts between cash, payment and registration, and the drawer is right', async () => {
  const figures = await runQueue({ customers: 9, ms: 9 * 60_000, cuts: 3, failures: 0, seed: 3, measureAt: [] })
  expect(figures).toMatchObject({ lost: 0, double: 0, wronged: 0, cashDifference: '0.00', drawerWrong: 0 })
  expect(figures).toMatchObject({ untracked: 0, answered429: 0, unexpected: [], turnedAway: 0, ok: true })
  expect(figures).toMatchObject({ sales: 10, delivered: 8, failed: 1, notSold: 1, refundedCash: 2 })
  expect(figures.cutsAt).toEqual({ afterCash: 1, signed: 1, unregistered: 1 })
}, 120_000)

it('sells for cash while the ledger’s disk fails now and then, and the drawer is right without a restart', async () => {
  const figures = await runQueue({ customers: 14, ms: 14 * 60_000, cuts: 0, failures: 5, seed: 12, measureAt: [] })
  expect(figures).toMatchObject({ lost: 0, double: 0, wronged: 0, cashDifference: '0.00', drawerWrong: 0 })
  expect(figures).toMatchObject({ untracked: 0, answered429: 0, unexpected: [], turnedAway: 0, ok: true, cuts: 0 })
  expect(figures).toMatchObject({ sales: 14, delivered: 10, failed: 2, notSold: 2, refundedCash: 4 })
  expect(figures.failedCommits).toBeGreaterThan(5)
}, 120_000)
