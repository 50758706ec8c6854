import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { locales, type Locale } from '../shared/app/locales.ts'
import { logLevels, type LogLevel } from './log/entries.ts'

/** What the command line said, with every path made absolute. */
export interface Config {
  readonly dataDir: string
  /** A service profile as JSON, used from this start on. */
  readonly profileFile: string | null
  /** The profile of the play-money service that was started beside Till, offered at first run; never in a packaged Till. */
  readonly sandboxFile: string | null
  /** What sets this till, as JSON; null for `policy.json` in the data folder, where there is one. */
  readonly policyFile: string | null
  readonly locale: Locale | null
  readonly kiosk: boolean
  readonly headless: boolean
  readonly debuggingPort: number | null
  /** The Chromium to open the window in. */
  readonly browser: string | null
  /** A development server on this machine that the page is read from instead of the build; never in a packaged Till. */
  readonly devServer: string | null
  /** Lets the Chromium shell use services outside this machine. */
  readonly allowRemoteService: boolean
  /** How much the log keeps. */
  readonly logLevel: LogLevel
}

/** Parses flags once, at the start; throws an Error with a sentence where one is unknown or wrong. */
export function readConfig(args: readonly string[], packaged: boolean): Config {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'data-dir': { type: 'string' },
      profile: { type: 'string' },
      sandbox: { type: 'string' },
      policy: { type: 'string' },
      locale: { type: 'string' },
      kiosk: { type: 'boolean', default: false },
      headless: { type: 'boolean', default: false },
      'debugging-port': { type: 'string' },
      browser: { type: 'string' },
      'dev-server': { type: 'string' },
      'allow-remote-service': { type: 'boolean', default: false },
      'log-level': { type: 'string', default: 'info' },
    },
  })
  const locale = locales.find((known) => known === values.locale) ?? null
  if (values.locale !== undefined && locale === null) throw new Error(`--locale is ${locales.join(' or ')}`)
  const logLevel = logLevels.find((known) => known === values['log-level'])
  if (logLevel === undefined) throw new Error(`--log-level is ${logLevels.join(', ')}`)
  const port = values['debugging-port'] === undefined ? null : Number(values['debugging-port'])
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new Error('--debugging-port is a number between 0 (any free one) and 65535')
  }
  return {
    dataDir: resolve(values['data-dir'] ?? defaultDataDir(packaged)),
    profileFile: absolute(values.profile),
    sandboxFile: packaged ? null : absolute(values.sandbox),
    policyFile: absolute(values.policy),
    locale,
    kiosk: values.kiosk,
    headless: values.headless,
    debuggingPort: port,
    browser: absolute(values.browser),
    devServer: packaged ? null : (values['dev-server'] ?? null),
    allowRemoteService: values['allow-remote-service'],
    logLevel,
  }
}

/** Makes the data folder, readable only by its owner; one that is there and holds something keeps its mode, since it may not be Till's alone. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o700)
}

function absolute(path: string | undefined): string | null {
  return path === undefined ? null : resolve(path)
}

/** Where a person's Till lives; one started from its sources keeps apart from an installed one. */
function defaultDataDir(packaged: boolean): string {
  const name = packaged ? 'Till' : 'Till from source'
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name)
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), name)
  const base = process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share')
  return join(base, packaged ? 'till' : 'till-from-source')
}
