import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { openBench } from './bench.ts'
import { runKills } from '../kill/campaign.ts'
import { runCampaign } from './campaign.ts'
import { openCrew } from './crew.ts'
import type { Plan } from './run.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    plan: { type: 'string' },
    kill: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(`npm run test:crash -- [--runs N] [--seed N]   cuts the app off at N planned and random moments; a JSON line last
npm run test:crash -- --plan JSON             runs one of them again
npm run test:crash -- --kill N [--seed N]     kills N processes of Till at points and at random moments, against a real sandbox`)
} else if (values.kill !== undefined) {
  let failures = 0
  const report = await runKills({
    kills: Number(values.kill),
    seed: Number(values.seed),
    atOnce: 5 * availableParallelism(),
    onFailure(what) {
      failures++
      console.log(`Went wrong: ${what}`)
    },
  })
  console.log(JSON.stringify(report))
  process.exitCode = failures === 0 ? 0 : 1
} else if (values.plan !== undefined) {
  const bench = openBench()
  const outcome = await bench.run(JSON.parse(values.plan) as Plan)
  for (const [index, life] of outcome.lives.entries()) console.log(`Life ${index + 1}:\n  ${[...life].join('\n  ')}`)
  for (const error of outcome.unforeseen) console.log(error)
  bench.close()
  console.log(JSON.stringify({ ...outcome, lives: outcome.lives.length, unforeseen: outcome.unforeseen.length }))
} else {
  const crew = openCrew(availableParallelism())
  let failures = 0
  const report = await runCampaign(crew, Number(values.runs), Number(values.seed), (plan, { unforeseen }) => {
    failures++
    if (failures <= 20)
      console.log(`Went wrong: --plan '${JSON.stringify(plan)}' ${unforeseen.join(' | ').slice(0, 300)}`)
  })
  await crew.close()
  console.log(JSON.stringify(report))
  process.exitCode = failures + report.uncovered === 0 ? 0 : 1
}
