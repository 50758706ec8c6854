import { readFlags, wholeNumber } from '../arguments.ts'
import { runQuotes } from './run.ts'

const values = readFlags({
  runs: { type: 'string', default: '1000000' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
})

/** More of the same kind only hide the first. */
const MOST_SHOWN = 10

if (values.help) {
  console.log(
    `npm run test:quotes [-- --runs N] [--seed N]   compares the payment guard with an independent judge on N quotes; a JSON line last
                                               (default: --runs 1000000 --seed 1)`,
  )
} else {
  let shown = 0
  const report = runQuotes(wholeNumber('runs', values.runs), wholeNumber('seed', values.seed), (one) => {
    if (shown++ < MOST_SHOWN)
      console.log(JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
  })
  console.log(JSON.stringify(report))
  process.exitCode = report.wronglySigned + report.wronglyRefused === 0 ? 0 : 1
}
