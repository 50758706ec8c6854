import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFlags, wholeNumber } from '../arguments.ts'

const values = readFlags({
  runs: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
})

if (values.help) {
  console.log(
    `npm run test:silence -- [--runs N] [--seed N]   simulates five days of random faults, N times; a JSON line last
                                                (default: --runs 10 --seed 1)`,
  )
} else {
  const { makeEmptyLedger } = await import('../crash/make-empty-ledger.ts')
  const { runSeed } = await import('./run.ts')
  const folder = mkdtempSync(join(tmpdir(), 'till-silence-'))
  makeEmptyLedger(join(folder, 'empty.db'))
  const [runs, first] = [wholeNumber('runs', values.runs), wholeNumber('seed', values.seed)]
  const seen: Record<string, number> = {}
  let [silent, unforeseen] = [0, 0]
  for (let seed = first; seed < first + runs; seed++) {
    const outcome = await runSeed(seed, join(folder, 'empty.db'), join(folder, 'ledger.db'))
    silent += outcome.silences.length
    unforeseen += outcome.unforeseen.length
    for (const one of outcome.seen) seen[one] = (seen[one] ?? 0) + 1
    for (const one of outcome.silences) console.log(`Silent: --seed ${seed} --runs 1 ${JSON.stringify(one)}`)
    for (const error of outcome.unforeseen) console.log(`Unforeseen: --seed ${seed} --runs 1`, error)
  }
  rmSync(folder, { recursive: true, force: true })
  console.log(JSON.stringify({ runs, silent, unforeseen, seenIn: seen }))
  process.exitCode = silent + unforeseen === 0 ? 0 : 1
}
