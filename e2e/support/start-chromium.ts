import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A program with a Chromium window: its process, and the debugging port of its page. */
export interface StartedChromium {
  readonly child: ChildProcess
  readonly port: string
  /** Returns its standard error. */
  said(): string
  /** Returns its standard output. */
  told(): string
}

/** Runs a program of the Chromium shell over a data folder; throws where it ends before its window opens. */
export async function startChromium(
  dataDir: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<StartedChromium> {
  const portFile = join(dataDir, 'chromium', 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const child = spawnHeadless(dataDir, args, env)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  let told = ''
  child.stdout?.on('data', (text: Buffer) => (told += text.toString()))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Till ended before its window was open: ${said}`)
    const [port] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n')
    if (port) return { child, port, said: () => said, told: () => told }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Runs a program of the Chromium shell over a data folder, headless and with a debugging port. */
export function spawnHeadless(
  dataDir: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const flags = ['--data-dir', dataDir, '--headless', '--debugging-port', '0']
  return spawn(process.execPath, [...args, ...flags], { stdio: ['ignore', 'pipe', 'pipe'], env })
}
