import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeDataDir, readConfig } from '../src/main/config.ts'
import { buildIfNeeded } from './build-if-needed.ts'
import { provideBrowser } from './find-browser.ts'
import { findElectron } from './find-electron.ts'
import { startSandbox } from './start-sandbox.ts'

const help = `Till, a desktop wallet that spends stable coins on everyday products.

  npm start -- [flags]

  --shell electron|chromium   what gives Till its window (default: Electron where it can be had)
  --headless                  no window (Chromium only)
  --data-dir DIR              where wallet, ledger and cache live
  --profile FILE              a service profile as JSON, used on first run instead of the sandbox
  --kiosk                     full screen
  --locale en|es              language of the first run
  --browser FILE              the Chromium or Chrome to open
  --allow-remote-service      lets the Chromium shell pay services outside this machine
  --debugging-port N          a port for tests to look at the page (Chromium only, off by default)
`

const root = fileURLToPath(new URL('..', import.meta.url))

async function start(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help)
    return 0
  }
  const { shell, rest } = splitShell(args)
  const config = readConfig(rest, false)
  if (!config.headless && lacksDisplay()) {
    console.error('There is no display to open a window on; "npm run demo" shows the whole job without one.')
    return 1
  }
  const electron = shell === 'chromium' || config.headless ? null : findElectron(true)
  if (electron === null && shell === 'electron') {
    console.error(
      'Electron’s binary is not here and could not be downloaded; leave out --shell to use a browser instead.',
    )
    return 1
  }
  const browser = electron === null ? (config.browser ?? provideBrowser()) : null
  buildIfNeeded()
  makeDataDir(config.dataDir)
  const sandboxDir = join(config.dataDir, 'sandbox')
  const sandbox = config.profileFile === null ? await startSandbox({ dir: sandboxDir }) : null
  const sandboxFile = join(sandboxDir, 'profile.json')
  if (sandbox) writeFileSync(sandboxFile, JSON.stringify(sandbox.profile, null, 2), { mode: 0o600 })
  const offered = sandbox ? ['--sandbox', sandboxFile] : []
  const command = electron ?? process.execPath
  const entry = join(root, 'out/main', electron ? 'index.js' : 'chromium.js')
  const flags = browser === null || config.browser !== null ? rest : [...rest, '--browser', browser]
  try {
    return await run(command, [entry, ...flags, ...offered])
  } finally {
    await sandbox?.stop()
  }
}

function splitShell(args: readonly string[]): { shell: 'electron' | 'chromium' | null; rest: string[] } {
  const { tokens } = parseArgs({ args: [...args], options: { shell: { type: 'string' } }, strict: false, tokens: true })
  const token = tokens.find((one) => one.kind === 'option' && one.name === 'shell')
  if (token?.kind !== 'option') return { shell: null, rest: [...args] }
  if (token.value !== 'electron' && token.value !== 'chromium') throw new Error('--shell is electron or chromium')
  const rest = [...args]
  rest.splice(token.index, token.inlineValue ? 1 : 2)
  return { shell: token.value, rest }
}

function lacksDisplay(): boolean {
  return process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY
}

function run(command: string, args: readonly string[]): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}

try {
  process.exitCode = await start(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
