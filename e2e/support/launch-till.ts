import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron, chromium, type Page } from '@playwright/test'
import { findOrInstallBrowser } from '../../scripts/launch/find-browser.ts'
import { nodeFlags } from '../../scripts/launch/node-flags.ts'
import { findElectron } from '../../scripts/launch/find-electron.ts'
import type { Locale } from '../../src/shared/app/locales.ts'
import type { Platform } from '../../src/testing/electron/world.ts'
import { spawnHeadless, startChromium, startProgram, type StartedChromium } from './start-chromium.ts'

const root = join(import.meta.dirname, '../..')
/** The limit of one action, below a test's own, whose failure would not name the action. */
const PATIENCE_MS = 45_000

export interface LaunchOptions {
  /** The window: Chromium's, Electron's, or the stand-in for Electron with a page in Chromium. */
  readonly shell: 'chromium' | 'electron' | 'stand-in'
  readonly dataDir: string
  /** The sandbox's profile, offered on first run. */
  readonly sandboxFile?: string
  /** A profile used on first run without asking. */
  readonly profileFile?: string
  readonly locale?: Locale
  readonly allowRemoteService?: boolean
  /** The log level; `info` by default. */
  readonly logLevel?: 'debug'
  /** Folders with programs that replace the system's. */
  readonly programs?: string
  /** The seconds by which its clock runs ahead. */
  readonly clockAheadSeconds?: number
  /** The seconds that its waits of a minute take, together with `clockAheadSeconds`; by default 60. */
  readonly minuteSeconds?: number
  /** Whether the Chromium window's vault derives keys cheaply; every start over a data folder must agree. */
  readonly cheapKeys?: boolean
  /** Its system's time zone (IANA). */
  readonly timeZone?: string
  /** The system that the stand-in for Electron runs on. */
  readonly platform?: Platform
  /** The link that starts it. */
  readonly link?: string
  /** The session of a Linux desktop, which decides whether Till may place windows. */
  readonly sessionType?: 'x11'
  /** The browser of its windows; by default this machine's. */
  readonly browser?: string
}

/** A running Till: its window's page, and its process. */
export interface RunningTill {
  readonly page: Page
  /** Returns its standard error: errors and notes. */
  stderr(): string
  /** Returns its standard output: over the stand-in for Electron, a line for each notification. */
  stdout(): string
  /** The page's violations of its content policy; empty at the end of every test. */
  readonly refused: string[]
  /** Closes it as a person would. */
  close(): Promise<void>
  /** Clicks the newest notification that the stand-in for Electron shows. */
  clickNotification(): void
  /** Kills its process (SIGKILL), as a power cut would. */
  kill(): Promise<void>
}

/** Starts Till's real entry over a data folder and waits for its page. */
export function launchTill(options: LaunchOptions): Promise<RunningTill> {
  if (options.shell === 'electron') return launchElectron(options)
  return launchChromium(options.shell === 'stand-in' ? startStandIn(options) : startShell(options))
}

/** Runs Till's entry until it refuses to start; returns its standard error and exit code. */
export async function launchRefused(options: LaunchOptions): Promise<{ code: number | null; stderr: string }> {
  const child = spawnHeadless(options.dataDir, argsOf(options), environmentOf(options))
  let stderr = ''
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, stderr }
}

function flagsOf({ sandboxFile, profileFile, locale, allowRemoteService, logLevel, link }: LaunchOptions): string[] {
  return [
    ...(sandboxFile ? ['--sandbox', sandboxFile] : []),
    ...(profileFile ? ['--profile', profileFile] : []),
    ...(locale ? ['--locale', locale] : []),
    ...(allowRemoteService ? ['--allow-remote-service'] : []),
    ...(logLevel ? ['--log-level', logLevel] : []),
    ...(link ? [link] : []),
  ]
}

/** Returns Node's arguments for the Chromium shell's entry, without the data folder. */
function argsOf(options: LaunchOptions): string[] {
  return [
    ...nodeFlags,
    join(root, 'out/main/chromium.js'),
    ...flagsOf(options),
    '--browser',
    options.browser ?? findOrInstallBrowser(),
  ]
}

function environmentOf(options: LaunchOptions): Record<string, string> {
  const { shell, programs, clockAheadSeconds, minuteSeconds, cheapKeys, timeZone, sessionType } = options
  const known = Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined)
  const environment = Object.fromEntries(known)
  if (programs !== undefined) environment['PATH'] = `${programs}${delimiter}${environment['PATH'] ?? ''}`
  if (timeZone !== undefined) environment['TZ'] = timeZone
  if (sessionType !== undefined) environment['XDG_SESSION_TYPE'] = sessionType
  const loaded: string[] = []
  if (shell === 'chromium' && cheapKeys === true) loaded.push('cheap-keys.ts')
  if (clockAheadSeconds !== undefined) {
    environment['TILL_CLOCK_AHEAD_SECONDS'] = String(clockAheadSeconds)
    if (minuteSeconds !== undefined) environment['TILL_MINUTE_SECONDS'] = String(minuteSeconds)
    loaded.push('clock-ahead.ts')
  }
  const urlOf = (file: string): string => pathToFileURL(join(import.meta.dirname, file)).href
  if (loaded.length > 0) environment['NODE_OPTIONS'] = loaded.map((file) => `--import=${urlOf(file)}`).join(' ')
  return environment
}

function startShell(options: LaunchOptions): Promise<StartedChromium> {
  return startChromium(options.dataDir, argsOf(options), environmentOf(options))
}

/** Starts Till's Electron entry over the stand-in for Electron's module. */
function startStandIn(options: LaunchOptions): Promise<StartedChromium> {
  const register = pathToFileURL(join(import.meta.dirname, '../stand-in/register.ts')).href
  const args = [`--import=${register}`, join(root, 'out/main/index.js'), ...flagsOf(options)]
  const env = { ...environmentOf(options), TILL_STAND_IN_PLATFORM: options.platform ?? 'linux' }
  return startProgram(join(options.dataDir, 'electron'), [...args, '--data-dir', options.dataDir], env)
}

async function launchChromium(starting: Promise<StartedChromium>): Promise<RunningTill> {
  const { child, port, stderr, stdout } = await starting
  const exited = once(child, 'exit')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]
  if (!context) throw new Error('The browser has no context')
  context.setDefaultTimeout(PATIENCE_MS)
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  const refused = collectRefused(page)
  // Without a graphics card, animations take a fifth of a test's time.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForURL('https://till.localhost/**')
  return {
    page,
    stderr,
    stdout,
    refused,
    async close() {
      child.kill('SIGTERM')
      await exited
    },
    clickNotification: () => void child.kill('SIGUSR2'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Collects the browser's reports on content policy and trusted types, including earlier ones. */
function collectRefused(page: Page): string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|Trusted Type|TrustedScript|TrustedHTML/.test(text)) refused.push(text)
  })
  return refused
}

async function launchElectron(options: LaunchOptions): Promise<RunningTill> {
  const executablePath = findElectron(false)
  if (executablePath === null) throw new Error('Electron’s binary is missing')
  const app = await _electron.launch({
    executablePath,
    args: [join(root, 'out/main/index.js'), '--data-dir', options.dataDir, ...flagsOf(options)],
    env: environmentOf(options),
  })
  let stderr = ''
  app.process().stderr?.on('data', (text: Buffer) => (stderr += text.toString()))
  app.context().setDefaultTimeout(PATIENCE_MS)
  const page = await app.firstWindow()
  return {
    page,
    stderr: () => stderr,
    stdout: () => '',
    refused: collectRefused(page),
    clickNotification() {
      throw new Error('The system shows Electron’s own notifications')
    },
    close: () => app.close(),
    async kill() {
      const child = app.process()
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
