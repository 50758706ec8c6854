import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findUsableElectron } from '../launch/find-electron.ts'
import { binOf } from '../program-bin.ts'

/**
 * Runs the end-to-end tests with Playwright's arguments; returns the exit code. Where Electron cannot run, its project is absent, and
 * Playwright would end with a stack: says instead that it was not run, and why.
 */
export function runEndToEnd(given: readonly string[]): number {
  const { why } = findUsableElectron(false)
  const { args, isElectronLeftOut } = selectProjects(given, why === null)
  if (isElectronLeftOut) console.log(`electron: not run (${why}; "npm run probe-electron" prints more)`)
  if (args === null) return 0
  const { status } = spawnSync(
    process.execPath,
    [binOf('@playwright/test', 'playwright'), 'test', '--config', 'e2e/playwright.config.ts', ...args],
    { cwd: join(import.meta.dirname, '../..'), stdio: 'inherit' },
  )
  return status ?? 1
}

/** Returns Playwright's arguments without a project that cannot run; null instead of them if no other was named. */
export function selectProjects(
  given: readonly string[],
  canRunElectron: boolean,
): { args: string[] | null; isElectronLeftOut: boolean } {
  const { names, others } = splitProjects(given)
  const runnable = names.filter((name) => name !== 'electron' || canRunElectron)
  const isElectronLeftOut = runnable.length < names.length
  const args = [...others, ...runnable.map((name) => `--project=${name}`)]
  return { args: isElectronLeftOut && runnable.length === 0 ? null : args, isElectronLeftOut }
}

/** Splits the names of projects from the other arguments: `--project=NAME`, or `--project` with all names up to the next flag. */
function splitProjects(given: readonly string[]): { names: string[]; others: string[] } {
  const names: string[] = []
  const others: string[] = []
  let isNamed = false
  for (const arg of given) {
    if (arg.startsWith('-')) isNamed = arg === '--project'
    if (arg.startsWith('--project=')) names.push(arg.slice('--project='.length))
    else if (isNamed && arg !== '--project') names.push(arg)
    else if (!isNamed) others.push(arg)
  }
  return { names, others }
}
