import { expect, it } from 'vitest'
import { runKills } from './campaign.ts'

// A thousand kills: `npm run test:crash -- --kill 1000`.
it('pays once and registers once, however often its process is killed', { timeout: 120_000 }, async () => {
  const failures: string[] = []
  const report = await runKills({ kills: 24, seed: 1, atOnce: 4, onFailure: (what) => failures.push(what) })
  expect(failures).toEqual([])
  expect(report).toMatchObject({ kills: 24, lost: 0, doublePaid: 0, unexplained: 0, unresolved: 0 })
  expect(report.points).toBeGreaterThanOrEqual(12)
  expect(report.nodeFaults).toBeGreaterThan(0)
})
