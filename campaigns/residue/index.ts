import { buildIfNeeded } from '../../scripts/launch/build-if-needed.ts'
import { readFlags, wholeNumber } from '../arguments.ts'
import { KEPT_CODE } from './keep-codes.ts'
import { isPassedText, runResidue, type Finding, type Search } from './run.ts'

const values = readFlags({
  cycles: { type: 'string', default: '200' },
  help: { type: 'boolean', default: false },
})

if (values.help) {
  console.log(
    `npm run test:residue [-- --cycles N]   unlocks and locks a wallet N times, then searches files and memory for its secrets; a JSON line last
                                       (default: --cycles 200)`,
  )
} else {
  const cycles = wholeNumber('cycles', values.cycles)
  buildIfNeeded()
  const { later, restored, seconds } = await runResidue(cycles, (sentence) => console.log(sentence))
  const isLooked = Object.keys(later.memoryMiB).length > 0
  if (!isLooked) console.log('Memory was not searched: that needs Linux.')
  for (const one of restored.findings) console.log(`restored in this process: ${sentenceOf(one)}`)
  for (const one of later.findings) console.log(`restored before: ${sentenceOf(one)}`)
  const missed = [...later.missed, ...restored.missed]
  const { files, fileMiB, memoryMiB } = later
  const report = {
    cycles,
    hits: hitsOf(later),
    canariesFound: missed.length === 0 ? 'all' : { missed },
    passwordHits: passwordsOf(later),
    passwordsAt: locationsOf(later, 'password'),
    codesAt: locationsOf(later, KEPT_CODE),
    restoredInThisProcess: { hits: hitsOf(restored), passwordHits: passwordsOf(restored) },
    files,
    fileMiB,
    memoryMiB: isLooked ? memoryMiB : 'not searched',
    seconds,
  }
  console.log(JSON.stringify(report))
  process.exitCode = report.hits === 0 && missed.length === 0 ? 0 : 1
}

function sentenceOf({ location, secret, form, count }: Finding): string {
  return `${secret} as ${form} in ${location}, ${count} times`
}

function hitsOf({ findings }: Search): number {
  return sum(findings.filter((one) => !isPassedText(one)))
}

function passwordsOf({ findings }: Search): number {
  return sum(findings.filter(({ secret }) => secret === 'password'))
}

function locationsOf({ findings }: Search, wanted: string): Record<string, number> {
  const found = Map.groupBy(
    findings.filter(({ secret }) => secret === wanted),
    ({ location }) => location,
  )
  return Object.fromEntries([...found].map(([location, all]) => [location, sum(all)]))
}

function sum(findings: readonly Finding[]): number {
  return findings.reduce((total, { count }) => total + count, 0)
}
