import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { _electron, chromium, type Page } from '@playwright/test'
import { provideBrowser } from '../../scripts/find-browser.ts'
import { findElectron } from '../../scripts/find-electron.ts'

const root = join(import.meta.dirname, '../..')

export interface LaunchOptions {
  readonly shell: 'chromium' | 'electron'
  readonly dataDir: string
  /** The sandbox's profile, offered at first run. */
  readonly sandboxFile?: string
  /** A profile used without asking at first run. */
  readonly profileFile?: string
  readonly locale?: 'en' | 'es'
  readonly allowRemoteService?: boolean
  /** Folders of programs that stand in for the system's. */
  readonly programs?: string
  /** How far its clock runs ahead of the system's. */
  readonly clockAheadSeconds?: number
}

/** A running Till, as a person sees it: its window's page, and its process to end. */
export interface RunningTill {
  readonly page: Page
  /** What it wrote to the terminal, errors and notes alike. */
  said(): string
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
  const child = start(options)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, said }
}

function flagsOf({ dataDir, sandboxFile, profileFile, locale, allowRemoteService }: LaunchOptions): string[] {
  return [
    ...['--data-dir', dataDir],
    ...(sandboxFile ? ['--sandbox', sandboxFile] : []),
    ...(profileFile ? ['--profile', profileFile] : []),
    ...(locale ? ['--locale', locale] : []),
    ...(allowRemoteService ? ['--allow-remote-service'] : []),
  ]
}

function start(options: LaunchOptions): ChildProcess {
  const entry = join(root, 'out/main/chromium.js')
  const flags = [...flagsOf(options), '--headless', '--debugging-port', '0', '--browser', provideBrowser()]
  return spawn(process.execPath, [entry, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environmentOf(options),
  })
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
  const portFile = join(options.dataDir, 'chromium', 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const child = start(options)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const exited = once(child, 'exit')
  const port = await waitForPort(portFile, child, () => said)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]
  if (!context) throw new Error('The browser has no context')
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  await page.waitForURL('https://till.localhost/**')
  return {
    page,
    said: () => said,
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

async function waitForPort(file: string, child: ChildProcess, said: () => string): Promise<string> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Till ended before its window was open: ${said()}`)
    const text = await readFile(file, 'utf8').catch(() => '')
    const port = text.split('\n')[0]
    if (port) return port
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function launchElectron(options: LaunchOptions): Promise<RunningTill> {
  const executablePath = findElectron(false)
  if (executablePath === null) throw new Error('Electron’s binary is not here')
  const app = await _electron.launch({
    executablePath,
    args: [join(root, 'out/main/index.js'), ...flagsOf(options)],
    env: environmentOf(options),
  })
  let said = ''
  app.process().stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const page = await app.firstWindow()
  return {
    page,
    said: () => said,
    close: () => app.close(),
    async kill() {
      const child = app.process()
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
