import { parseArgs } from 'node:util'
import { benchRecovery } from './recovery.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '10000' }, help: { type: 'boolean', default: false } },
})

/** Figures as a person reads them: whole milliseconds, ratios to a tenth. */
function rounded(figures: object): object {
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value * (value < 100 ? 10 : 1)) / (value < 100 ? 10 : 1) : value
  return JSON.parse(JSON.stringify(figures, short)) as object
}

if (values.help || positionals[0] !== 'recovery') {
  console.log(
    'npm run bench -- recovery [--count N]   takes up N open purchases, 10,000 where left out; a JSON line last',
  )
  process.exitCode = values.help ? 0 : 1
} else {
  const figures = await benchRecovery(Number(values.count))
  console.log(JSON.stringify({ bench: 'recovery', ...rounded(figures) }))
  process.exitCode = figures.ok ? 0 : 1
}
