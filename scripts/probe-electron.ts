import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { dirname, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { findElectron } from './launch/find-electron.ts'
import { whyElectronAborts } from './launch/why-electron-aborts.ts'
import { runFlagless } from './run-script.ts'

const help = `npm run probe-electron   prints what decides whether Electron starts here, then starts it once`

const START_LIMIT_MS = 60_000

/** Settings of Linux that forbid the user namespaces which Chromium's sandbox needs. */
const namespaceSettings = [
  'kernel/apparmor_restrict_unprivileged_userns',
  'kernel/unprivileged_userns_clone',
  'user/max_user_namespaces',
]

await runFlagless(help, () => {
  print('electron', manifest.devDependencies.electron)
  print('platform', `${process.platform} ${process.arch}, ${release()}`)
  print('user', String(process.getuid?.() ?? 'unknown'))
  print('display', process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY ?? 'none')
  for (const name of namespaceSettings) print(name, readSetting(`/proc/sys/${name}`))
  const binary = findElectron(false)
  print('binary', binary ?? 'missing')
  if (binary === null) {
    print('end', 'not started; "npm exec -- install-electron" downloads the binary from github.com')
    return 1
  }
  print('chrome-sandbox', describeMode(join(dirname(binary), 'chrome-sandbox')))
  print('obstacle', whyElectronAborts(binary) ?? 'none known')
  const { status, signal, stdout, stderr } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    timeout: START_LIMIT_MS,
  })
  print('version', stdout.trim())
  print('end', signal ?? `exit code ${status}`)
  for (const line of stderr.split('\n').slice(0, 20)) if (line !== '') print('stderr', line)
  return status === 0 ? 0 : 1
})

function print(name: string, value: string): void {
  console.log(`${name}: ${value}`)
}

function readSetting(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'not set'
  }
}

function describeMode(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? 'missing' : `mode ${(found.mode & 0o7777).toString(8)}, owner ${found.uid}`
}
