import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { provideBrowser } from './find-browser.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const require = createRequire(import.meta.url)

interface Tally {
  passed: number
  failed: number
}

/** Runs a program of the project's own dependencies with this Node; its output goes to the terminal. */
function run(name: string, bin: string, args: readonly string[]): boolean {
  console.log(`\n== ${name}`)
  const began = performance.now()
  const { status } = spawnSync(process.execPath, [bin, ...args], { cwd: root, stdio: 'inherit' })
  console.log(
    `== ${name}: ${status === 0 ? 'passed' : 'failed'} in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  return status === 0
}

function binOf(dependency: string, bin: string): string {
  const manifest = join(root, 'node_modules', dependency, 'package.json')
  const { bin: bins } = require(manifest) as { bin: string | Record<string, string> }
  return join(dirname(manifest), typeof bins === 'string' ? bins : (bins[bin] ?? ''))
}

function asTally(passed: boolean): Tally {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1 }
}

function check(name: string, dependency: string, bin: string, args: readonly string[]): Tally {
  return asTally(run(name, binOf(dependency, bin), args))
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** A runner's own count, plus one failure where it failed without counting one. */
function tally(passed: boolean, counted: Tally): Tally {
  return passed || counted.failed > 0 ? counted : { ...counted, failed: counted.failed + 1 }
}

function unit(): Tally {
  const file = join(results, 'unit.json')
  const passed = run('unit and integration', binOf('vitest', 'vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = readJson(file) as { numPassedTests: number; numFailedTests: number } | null
  return tally(passed, { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 })
}

function endToEnd(): Tally {
  const passed = run('end to end', binOf('@playwright/test', 'playwright'), [
    'test',
    '--config',
    'e2e/playwright.config.ts',
  ])
  const report = readJson(join(results, 'e2e.json')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  } | null
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  if (flaky > 0) console.log(`${flaky} of them passed only at the second try: see above.`)
  return tally(passed, { passed: expected + flaky, failed: unexpected })
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results)
provideBrowser()
const tallies = [
  asTally(run('packages', join(import.meta.dirname, 'check-supply.ts'), [])),
  check('lint', 'eslint', 'eslint', ['.', '--max-warnings', '0']),
  check('format', 'prettier', 'prettier', ['--check', '--log-level', 'warn', '.']),
  check('import walls', 'dependency-cruiser', 'depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    'src',
    'scripts',
    'e2e',
    'campaigns',
  ]),
  check('unused code', 'knip', 'knip', []),
  check('types', 'vue-tsc', 'vue-tsc', ['--noEmit', '-p', 'tsconfig.node.json']),
  check('types of the page', 'vue-tsc', 'vue-tsc', ['--noEmit', '-p', 'tsconfig.web.json']),
  unit(),
  endToEnd(),
]
const passed = tallies.reduce((sum, one) => sum + one.passed, 0)
const failed = tallies.reduce((sum, one) => sum + one.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
