import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCampaign } from './campaign.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'
import type { Plan } from './run.ts'

let pool: WorkerPool
beforeAll(() => void (pool = openWorkerPool(2)))
afterAll(() => pool.close())

// All pairs of points take some 25,000 runs: `npm run test:crash`. This test cuts once at every single point of every scenario's own part,
// with the ledger kept and lost. Then every commit fails: alone on a full disk, and with those of the next minute in a locked file. Last, a
// minute begins before and after every commit in which nothing can be read.
it('pays once and registers once, wherever the app is cut off or the disk fails', async () => {
  const wrong: Plan[] = []
  const report = await runCampaign(pool, { runs: 1_808, seed: 1 }, (plan) => wrong.push(plan))
  expect(wrong).toEqual([])
  expect(report).toMatchObject({ runs: 1_808, lost: 0, doublePaid: 0, unexplained: 0, unresolved: 0 })
  expect(report.points).toBeGreaterThanOrEqual(400)
})

it('pays once and registers once while chain and service misbehave', async () => {
  const wrong: Plan[] = []
  const plans = Array.from({ length: 80 }, (_, seed): Plan => ({
    seed,
    shape: seed % 2 === 0 ? 'transfer' : 'router',
    fails: seed % 4 > 1 && (seed % 8 < 6 ? 'treasury' : seed % 16 < 8 ? 'elsewhere' : 'parts'),
    trouble: true,
    help: null,
    cuts: [],
    forgets: null,
  }))
  await pool.run(plans, (plan, { lost, doublePaid, unexplained, unresolved, unforeseen }) => {
    if (lost + doublePaid + unexplained + unresolved + unforeseen.length > 0) wrong.push(plan)
  })
  expect(wrong).toEqual([])
})
