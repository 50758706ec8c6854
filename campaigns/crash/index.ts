import { availableParallelism } from 'node:os'
import buildPrograms from '../../scripts/testing/build-programs.ts'
import { readFlags, wholeNumber } from '../arguments.ts'
import { openBench } from './bench.ts'
import { runKills } from '../kill/campaign.ts'
import { isFailure, runCampaign } from './campaign.ts'
import { openWorkerPool } from './worker-pool.ts'
import type { Plan } from './run.ts'

const values = readFlags({
  runs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  plan: { type: 'string' },
  random: { type: 'boolean', default: false },
  kill: { type: 'string' },
  help: { type: 'boolean', default: false },
})
const seed = wholeNumber('seed', values.seed)

if (values.help) {
  console.log(`npm run test:crash -- [--runs N] [--seed N]   cuts the app off at planned and random moments in N runs; a JSON line last.
                                              some 25,000 runs reach the planned ones (default: --runs 1000 --seed 1)
npm run test:crash -- --random [--runs N]     only random moments, while nodes and service misbehave
npm run test:crash -- --plan JSON             repeats one run; a run that failed, or ended with a question, prints its plan
npm run test:crash -- --kill N [--seed N]     kills N processes of Till at points and at random moments, on a clock ten times as fast`)
} else if (values.kill !== undefined) {
  const removePrograms = await buildPrograms()
  let failures = 0
  const report = await runKills({
    kills: wholeNumber('kill', values.kill),
    seed,
    atOnce: 3 * availableParallelism(),
    onFailure(what) {
      failures++
      console.log(`Failed: ${what}`)
    },
  })
  removePrograms()
  console.log(JSON.stringify(report))
  process.exitCode = failures === 0 ? 0 : 1
} else if (values.plan !== undefined) {
  const bench = openBench()
  const outcome = await bench.run(JSON.parse(values.plan) as Plan)
  for (const [index, appProcess] of outcome.passedPoints.entries())
    console.log(`Process ${index + 1}:\n  ${[...appProcess].join('\n  ')}`)
  for (const error of outcome.unforeseen) console.log(error)
  bench.close()
  console.log(
    JSON.stringify({ ...outcome, passedPoints: outcome.passedPoints.length, unforeseen: outcome.unforeseen.length }),
  )
} else {
  const pool = openWorkerPool(availableParallelism())
  let [failures, notable] = [0, 0]
  const size = { runs: wholeNumber('runs', values.runs), seed, isRandom: values.random }
  const report = await runCampaign(pool, size, (plan, outcome) => {
    const hasFailed = isFailure(outcome)
    if (hasFailed) failures++
    const errors = outcome.unforeseen.join(' | ').slice(0, 300)
    if (++notable <= 20) console.log(`${hasFailed ? 'Failed' : 'Asks'}: --plan '${JSON.stringify(plan)}' ${errors}`)
  })
  await pool.close()
  if (report.uncovered > 0) console.log(`${report.uncovered} points and pairs were not reached; more runs reach them.`)
  console.log(JSON.stringify(report))
  process.exitCode = failures === 0 ? 0 : 1
}
