import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findUsableElectron } from './launch/find-electron.ts'
import { binOf } from './program-bin.ts'
import { runFlagless } from './run-script.ts'

const root = join(import.meta.dirname, '..')

const help = `npm run test:electron   runs the end-to-end tests in Electron's own window, where its binary is and can start`

await runFlagless(help, () => {
  const { binary, why } = findUsableElectron(false)
  if (binary === null) {
    console.log(`electron: not run (${why}; "npm run probe-electron" prints more)`)
    return 0
  }
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--project', 'electron']
  const { status } = spawnSync(process.execPath, [binOf('@playwright/test', 'playwright'), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  return status ?? 1
})
