import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withoutChromiumSwitches } from '../../src/main/chromium-switches.ts'
import { readConfig, type Config } from '../../src/main/config.ts'
import { makeDataDir } from '../../src/main/files/data-folder.ts'
import { lockFolder } from '../../src/main/files/lock-folder.ts'
import { loadProfileFile } from '../../src/main/settings/load-profile-file.ts'
import { locales } from '../../src/shared/app/locales.ts'
import { buildIfNeeded } from './build-if-needed.ts'
import { findOrInstallBrowser } from './find-browser.ts'
import { findUsableElectron } from './find-electron.ts'
import { nodeFlags } from './node-flags.ts'
import { startSandbox, type RunningSandbox } from './start-sandbox.ts'

const root = join(import.meta.dirname, '../..')

/** The help text for the flags of `npm start` and `npm run dev`. */
export const flagsHelp = `  --shell electron|chromium   what opens Till’s window (default: Electron, or a browser where Electron
                              cannot be downloaded, or cannot start). Electron also takes Chromium’s switches
  --headless                  no window (Chromium only)
  --data-dir DIR              where wallet, ledger and cache live
                              (default: ${readConfig([], false).dataDir})
  --profile FILE              the service to use from now on, as JSON; the previous service keeps its purchases.
                              If there is a wallet, its window asks for the password first.
                              On first run the sandbox is not started then
  --policy FILE               settings for all registers of a shop, as JSON (docs/policy.md)
                              (default: policy.json in the data folder, if it exists)
  --kiosk                     full screen
  ${`--locale ${locales.join('|')}`.padEnd(27)} language
  --browser FILE              the Chromium, Chrome, Edge or Brave to open
  --allow-remote-service      lets the Chromium window use a service on another machine
  --log-level LEVEL           the detail of the log in the data folder: error, warn, info (default) or debug
  --debugging-port N          a port for tests to inspect the page (Chromium only, off by default)
  till://brand/SLUG           the brand to open, or till://product/SKU for one of its products
  --help                      print this
`

/** How to open Till's window: a program with its arguments. A sandbox may run with it. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  /** Stops the sandbox, if it was started. */
  stop(): Promise<void>
}

/** Checks the flags, finds a window, builds, and starts the sandbox; throws an Error with a sentence where something is missing. */
export async function prepareLaunch(args: readonly string[]): Promise<Launch> {
  const { shell, rest } = splitShell(args)
  const own = withoutChromiumSwitches(rest, false)
  const config = readConfig(own, false)
  if (!config.headless && lacksDisplay()) {
    throw new Error(
      'There is no display for a window. "npm start -- --headless" runs without one, and "npm run demo" plays every step without one.',
    )
  }
  if (config.profileFile !== null) loadProfileFile(config.profileFile)
  makeDataDir(config.dataDir)
  // Fails before anything is built or started; the app takes its own lock on the folder later.
  const starting = lockFolder(config.dataDir, 'start.lock')
  lockFolder(config.dataDir).release()
  const { binary, browser } = chooseWindow(shell, config)
  const how = config.headless ? 'runs without a window' : 'opens'
  console.log(`Till ${how} in ${browser ?? 'Electron'}.`)
  buildIfNeeded()
  const sandbox = await provideSandbox(config)
  if (sandbox !== null)
    console.log(`The sandbox runs at ${sandbox.baseUrl}; src/sandbox/README.md lists what it can do.`)
  return {
    command: binary ?? process.execPath,
    args: [
      ...(binary === null ? nodeFlags : []),
      join(root, 'out/main', binary === null ? 'chromium.js' : 'index.js'),
      ...(binary === null ? own : rest).filter((arg) => arg !== config.link),
      ...(browser === null || config.browser !== null ? [] : ['--browser', browser]),
      ...(sandbox === null ? [] : ['--sandbox', sandbox.profileFile]),
      // Electron ends if anything follows a link (shell/app/command_line_args.cc).
      ...(config.link === null ? [] : [config.link]),
    ],
    async stop() {
      await sandbox?.stop()
      starting.release()
    },
  }
}

/** What looks for the programs that can open a window. */
const finders = { electron: () => findUsableElectron(true), browser: findOrInstallBrowser }

/**
 * Returns the program that opens Till's window: Electron, or a browser where Electron was not asked for by name and cannot open it, which is
 * printed with the reason.
 */
export function chooseWindow(
  shell: 'electron' | 'chromium' | null,
  config: Pick<Config, 'headless' | 'browser'>,
  find = finders,
): { binary: string | null; browser: string | null } {
  const { binary, why } = shell === 'chromium' || config.headless ? { binary: null, why: null } : find.electron()
  if (why !== null && shell === 'electron') {
    throw new Error(
      `${why}. Leave out --shell to use a browser instead; a service on another machine then also needs --allow-remote-service.`,
    )
  }
  if (why !== null) console.log(`${why}; using a browser instead.`)
  return { binary, browser: binary === null ? (config.browser ?? find.browser()) : null }
}

/**
 * Starts the sandbox of the data folder; null where another service is given and the sandbox was never used here. A used sandbox may
 * still have purchases to finish.
 */
export async function provideSandbox({
  dataDir,
  profileFile,
}: Pick<Config, 'dataDir' | 'profileFile'>): Promise<RunningSandbox | null> {
  const dir = join(dataDir, 'sandbox')
  return profileFile !== null && !existsSync(dir) ? null : startSandbox({ dir })
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
