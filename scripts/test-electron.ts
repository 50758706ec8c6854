import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { findElectron, findUsableElectron } from './launch/find-electron.ts'
import { binOf } from './program-bin.ts'
import { runFlagless } from './run-script.ts'

const root = join(import.meta.dirname, '..')

/** What Ubuntu 23.10 and later, and hardened kernels, restrict. */
const namespaceSettings = [
  '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  '/proc/sys/kernel/unprivileged_userns_clone',
  '/proc/sys/user/max_user_namespaces',
]

/** Prints what a reader of the log needs to judge a failure: the versions, the system, and what it allows. */
function printFacts(binary: string): void {
  const { platform, arch, versions, env } = process
  console.log(`Electron ${manifest.devDependencies.electron} at ${binary}`)
  console.log(`System ${platform} ${release()} ${arch}, Node ${versions.node}, display ${env['DISPLAY'] ?? 'none'}`)
  for (const file of namespaceSettings.filter((one) => existsSync(one)))
    console.log(`${file}: ${readFileSync(file, 'utf8').trim()}`)
  const { status, stdout, stderr } = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  console.log(`electron --version: ${status ?? 'killed'} ${stdout.trim()} ${stderr.split('\n').slice(0, 5).join('\n')}`)
}

const help = `npm run test:electron   runs the end-to-end tests in Electron's own window, where its binary is`

await runFlagless(help, () => {
  const { binary, why } = findUsableElectron(false)
  const installed = findElectron(false)
  if (installed !== null) printFacts(installed)
  if (binary === null) {
    console.log(`electron: not run (${why})`)
    return 0
  }
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--project', 'electron']
  const { status } = spawnSync(process.execPath, [binOf('@playwright/test', 'playwright'), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  return status ?? 1
})
