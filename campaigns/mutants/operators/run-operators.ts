import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentOf, sumScores, type Score } from '../score.ts'
import { kindOf } from './modules.ts'
import { isSameChange, readReport, type KindScore, type StrykerReport } from './read-report.ts'
import { judgedSurvivors } from './survivors.ts'

const root = join(import.meta.dirname, '../../..')
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js')
/** The percentage of faults in each kind of modules that the tests must catch. */
const MIN_PERCENT = 85

/** Changes the operators of modules with Stryker. Each kind must reach its score, and the list must judge each survivor. */
export async function runOperators(files: readonly string[]): Promise<Score> {
  if (!existsSync(stryker)) await run('npm', ['ci'], import.meta.dirname)
  const folder = mkdtempSync(join(tmpdir(), 'till-stryker-'))
  try {
    const config = join(folder, 'stryker.json')
    writeFileSync(config, JSON.stringify(settingsOf(files, folder)))
    await run(process.execPath, [stryker, 'run', config], root)
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as StrykerReport
    return sumScores(readReport(report, kindOf).map(judge))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function settingsOf(files: readonly string[], folder: string): object {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'campaigns/mutants/operators/vitest.config.ts', related: true },
    mutate: files,
    // Keeps what the tests do not read out of the copy.
    ignorePatterns: [
      '**',
      '!src/**',
      'src/renderer',
      '!resources/contracts/**',
      '!scripts/**/*.ts',
      '!package.json',
      '!tsconfig*.json',
      '!campaigns/mutants/operators/*.ts',
    ],
    tempDirName: join(folder, 'copies'),
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: join(folder, 'report.json') },
    allowConsoleColors: false,
    warnings: { slow: false },
  }
}

/** Prints the score of a kind and the survivors without a judgement. */
function judge({ kind, mutants, caught, survivors }: KindScore): Score {
  const percent = percentOf({ mutants, caught })
  console.log(`${kind}: ${caught} of ${mutants} caught, ${percent} %`)
  const unjudged = survivors.filter((one) => !judgedSurvivors.some((known) => isSameChange(known, one)))
  for (const { file, line, becomes } of unjudged) console.log(`MISSED: ${file}\n  ${line}\n  ${becomes}`)
  return { mutants, caught, passed: unjudged.length === 0 && percent >= MIN_PERCENT }
}

async function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}
