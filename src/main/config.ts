import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { localeOf, locales, type Locale } from '../shared/app/locales.ts'
import { isLinkText } from './shell/till-link.ts'
import { logLevels, type LogLevel } from './log/entries.ts'

/** The command line's settings, with absolute paths. */
export interface Config {
  readonly dataDir: string
  /** A service profile as JSON, in use from this start on. */
  readonly profileFile: string | null
  /** The profile of the play-money service started with Till, offered at first run; never in a packaged Till. */
  readonly sandboxFile: string | null
  /** The policy file of this register, as JSON; null for `policy.json` in the data folder, if it exists. */
  readonly policyFile: string | null
  readonly locale: Locale | null
  readonly kiosk: boolean
  readonly headless: boolean
  readonly debuggingPort: number | null
  /** The Chromium that opens the window. */
  readonly browser: string | null
  /** A development server on this machine that serves the page instead of the build; never in a packaged Till. */
  readonly devServer: string | null
  /** Lets the Chromium shell use services outside this machine. */
  readonly allowRemoteService: boolean
  /** How much the log keeps. */
  readonly logLevel: LogLevel
  /** The link to open, as another program gave it. */
  readonly link: string | null
}

/** Till's flags. */
export const flags = {
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
} as const

/** Returns whether Till's flag `name` is followed by a value. */
export function takesValue(name: string): boolean {
  return Object.entries(flags).some(([known, { type }]) => known === name && type === 'string')
}

/** Returns the language of a tag (BCP 47), "es" of "es-MX"; throws an Error for one that Till does not have. */
function languageOf(tag: string): Locale {
  const isTag = /^[A-Za-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(tag)
  const locale = isTag ? localeOf(tag.toLowerCase()) : null
  if (locale === null) throw new Error(`--locale is ${locales.join(' or ')}, or one with a region: es-MX`)
  return locale
}

/** Parses flags once, at the start; throws an Error with a message if one is unknown or wrong. */
export function readConfig(args: readonly string[], packaged: boolean): Config {
  const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
  const [link = null, ...others] = positionals
  const unknown = positionals.find((text) => !isLinkText(text))
  if (unknown !== undefined) throw new Error(`${unknown} is neither a flag nor a till: link`)
  if (others.length > 0) throw new Error('Till opens one link at a time')
  const locale = values.locale === undefined ? null : languageOf(values.locale)
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
    link,
  }
}

function absolute(path: string | undefined): string | null {
  return path === undefined ? null : resolve(path)
}

/** Returns the default data folder; a Till started from its sources uses another one than an installed Till. */
function defaultDataDir(packaged: boolean): string {
  const name = packaged ? 'Till' : 'Till from source'
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name)
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), name)
  const base = process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share')
  return join(base, packaged ? 'till' : 'till-from-source')
}
