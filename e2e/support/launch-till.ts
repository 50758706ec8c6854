import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron, chromium, type Page } from '@playwright/test'
import { provideBrowser } from '../../scripts/find-browser.ts'
import { findElectron } from '../../scripts/find-electron.ts'
import { spawnHeadless, startChromium } from './start-chromium.ts'

const root = join(import.meta.dirname, '../..')
/** What cannot be done for that long fails there and then, and says so; a test's own limit would not say where it stood. */
const PATIENCE_MS = 45_000

export interface LaunchOptions {
  readonly shell: 'chromium' | 'electron'
  readonly dataDir: string
  /** The sandbox's profile, offered at first run. */
  readonly sandboxFile?: string
  /** A profile used without asking at first run. */
  readonly profileFile?: string
  readonly locale?: 'en' | 'es'
  readonly allowRemoteService?: boolean
  /** How much the log keeps; `info` where left out. */
  readonly logLevel?: 'debug'
  /** Folders of programs that stand in for the system's. */
  readonly programs?: string
  /** How far its clock runs ahead of the system's. */
  readonly clockAheadSeconds?: number
}

/** A running Till, as a person sees it: its window's page, and its process to end. */
export interface RunningTill {
  readonly page: Page
  /** What it wrote on standard error: errors and notes alike. */
  said(): string
  /** What it wrote on standard output; nothing where it has a window. */
  told(): string
  /** What the page was refused under its content policy; no test may leave any behind. */
  readonly refused: string[]
  /** Closes it as a person would. */
  close(): Promise<void>
  /** Ends its process at once (SIGKILL), as a power cut would. */
  kill(): Promise<void>
}

/** Starts Till's real entry over a data folder and waits for its page. */
export function launchTill(options: LaunchOptions): Promise<RunningTill> {
  return options.shell === 'electron' ? launchElectron(options) : launchChromium(options)
}

/** Runs Till's entry expecting that it refuses to start; answers what it said and its exit code. */
export async function launchRefused(options: LaunchOptions): Promise<{ code: number | null; said: string }> {
  const child = spawnHeadless(options.dataDir, argsOf(options), environmentOf(options))
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, said }
}

function flagsOf({ sandboxFile, profileFile, locale, allowRemoteService, logLevel }: LaunchOptions): string[] {
  return [
    ...(sandboxFile ? ['--sandbox', sandboxFile] : []),
    ...(profileFile ? ['--profile', profileFile] : []),
    ...(locale ? ['--locale', locale] : []),
    ...(allowRemoteService ? ['--allow-remote-service'] : []),
    ...(logLevel ? ['--log-level', logLevel] : []),
  ]
}

/** What Node is given to run the Chromium shell's entry; the folder is said by who starts it. */
function argsOf(options: LaunchOptions): string[] {
  return [join(root, 'out/main/chromium.js'), ...flagsOf(options), '--browser', provideBrowser()]
}

function environmentOf({ programs, clockAheadSeconds }: LaunchOptions): Record<string, string> {
  const known = Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined)
  const environment = Object.fromEntries(known)
  if (programs !== undefined) environment['PATH'] = `${programs}${delimiter}${environment['PATH'] ?? ''}`
  if (clockAheadSeconds !== undefined) {
    environment['TILL_CLOCK_AHEAD_SECONDS'] = String(clockAheadSeconds)
    environment['NODE_OPTIONS'] = `--import=${pathToFileURL(join(import.meta.dirname, 'clock-ahead.ts')).href}`
  }
  return environment
}

async function launchChromium(options: LaunchOptions): Promise<RunningTill> {
  const { child, port, said, told } = await startChromium(options.dataDir, argsOf(options), environmentOf(options))
  const exited = once(child, 'exit')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]
  if (!context) throw new Error('The browser has no context')
  context.setDefaultTimeout(PATIENCE_MS)
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  const refused = collectRefused(page)
  // Drawn without a graphics card, what moves costs a test a fifth of its time.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForURL('https://till.localhost/**')
  return {
    ...{ page, said, told, refused },
    async close() {
      child.kill('SIGTERM')
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Collects what the browser says was against the page's content policy or its trusted types, also before this. */
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
  let said = ''
  app.process().stderr?.on('data', (text: Buffer) => (said += text.toString()))
  app.context().setDefaultTimeout(PATIENCE_MS)
  const page = await app.firstWindow()
  return {
    page,
    said: () => said,
    told: () => '',
    refused: collectRefused(page),
    close: () => app.close(),
    async kill() {
      const child = app.process()
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
