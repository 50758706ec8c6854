import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { findOrInstallBrowser } from './launch/find-browser.ts'
import { binOf } from './program-bin.ts'
import { runFlagless } from './run-script.ts'
import buildPrograms from './testing/build-programs.ts'
import { openTestEnvironment } from './testing/test-environment.ts'
import { typeChecks } from './testing/type-checks.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')

interface Tally {
  passed: number
  /** The names of what failed. */
  failed: readonly string[]
}

let env: NodeJS.ProcessEnv = process.env

/**
 * Runs a program of the project's dependencies with this Node, and shows its output live. In the background it has a lower priority, and
 * shows it once it has ended.
 */
async function run(name: string, bin: string, args: readonly string[], inBackground = false): Promise<boolean> {
  if (!inBackground) console.log(`\n== ${name}`)
  const began = performance.now()
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: root,
    env,
    stdio: inBackground ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  if (inBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => output.push(part))
  const [status] = (await once(child, 'close')) as [number | null]
  if (inBackground) process.stdout.write(`\n== ${name}\n${Buffer.concat(output).toString()}`)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s`)
  return status === 0
}

/** The static checks: name, program and arguments. */
const checks: readonly (readonly [name: string, bin: string, ...args: string[]])[] = [
  ['packages', join(import.meta.dirname, 'check-supply.ts')],
  ['promises', binOf('oxlint', 'oxlint'), '--type-aware'],
  ['lint', binOf('eslint', 'eslint'), '.', '--max-warnings', '0'],
  ['types', ...typeChecks.node],
  ['types of the page', ...typeChecks.web],
  ['format', binOf('prettier', 'prettier'), '--check', '--log-level', 'warn', '.'],
  [
    'import walls',
    binOf('dependency-cruiser', 'depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'scripts',
    'e2e',
    'campaigns',
  ],
  ['unused code', binOf('knip', 'knip')],
]

/** Runs the checks one after the other while the tests wait for blocks. */
async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: [] as string[] }
  for (const [name, bin, ...args] of checks) {
    if (await run(name, bin, args, true)) tally.passed += 1
    else tally.failed.push(name)
  }
  return tally
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Returns a runner's tally. A runner that fails without naming a test counts as the failure. */
function counted(runner: string, ok: boolean, passed: number, failed: readonly string[]): Tally {
  return { passed, failed: ok || failed.length > 0 ? failed : [runner] }
}

/** Runs the unit and integration tests of some of the projects in `vitest.config.ts`. */
async function unit(name: string, projects: readonly string[], inBackground = false): Promise<Tally> {
  const file = join(results, `${projects.join('-')}.json`)
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...projects.map((project) => `--project=${project}`),
  ]
  const ok = await run(name, binOf('vitest', 'vitest'), args, inBackground)
  const report = readJson(file) as {
    numPassedTests: number
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
  } | null
  const failed = (report?.testResults ?? []).flatMap(({ name: path, status, assertionResults }) => {
    const tests = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName)
    // A file that could not be loaded has no tests.
    return (tests.length > 0 || status !== 'failed' ? tests : ['as a whole']).map(
      (test) => `${relative(root, path)}: ${test}`,
    )
  })
  return counted(name, ok, report?.numPassedTests ?? 0, failed)
}

interface Suite {
  file: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

/** Returns the specs of a suite with this status. */
function specsOf(suite: Suite, status: string): string[] {
  const own = (suite.specs ?? []).filter(({ tests }) => tests.some((test) => test.status === status))
  return [
    ...own.map(({ title }) => `${suite.file}: ${title}`),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, status)),
  ]
}

async function endToEnd(): Promise<Tally> {
  const name = 'end to end'
  const ok = await run(name, binOf('@playwright/test', 'playwright'), ['test', '--config', 'e2e/playwright.config.ts'])
  const report = readJson(join(results, 'e2e.json')) as { stats: Record<string, number>; suites: Suite[] } | null
  const [failed, flaky] = ['unexpected', 'flaky'].map((status) =>
    (report?.suites ?? []).flatMap((suite) => specsOf(suite, status)),
  ) as [string[], string[]]
  for (const title of flaky) console.log(`flaky, passed on the second try: ${title}`)
  return counted(name, ok, (report?.stats.expected ?? 0) + flaky.length, failed)
}

const help = `npm test   runs lint, types, format, import rules and all tests, the campaigns in a small size; about 23 minutes on two cores.
           As root on Debian or Ubuntu it installs the package chromium if there is no browser.

npm run test:unit -- PATH   runs single unit tests
npm run test:e2e -- FILE    runs single end-to-end tests`

await runFlagless(help, async () => {
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results)
  findOrInstallBrowser()
  const removePrograms = await buildPrograms()
  const environment = openTestEnvironment(root)
  env = environment.variables
  // Tests that wait for blocks leave half of two cores idle: campaigns, pages and checks take it, with a lower priority. They end
  // before the end-to-end tests, whose waits have limits.
  const beside = Promise.all([unit('simulated campaigns and pages', ['simulated', 'pages'], true), runChecks()])
  const waiting = await unit('tests that wait', ['waiting'])
  const others = await unit('other tests', ['shared', 'isolated'])
  const tallies = [waiting, others, ...(await beside), await endToEnd()]
  environment.remove()
  removePrograms()
  const failed = tallies.flatMap((tally) => tally.failed)
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `- ${name}`).join('\n')}`)
  console.log(`\n${tallies.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
})
