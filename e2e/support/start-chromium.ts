import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A program with a Chromium window: its process, and the debugging port of its page. */
export interface StartedChromium {
  readonly child: ChildProcess
  readonly port: string
  /** Returns its standard error. */
  stderr(): string
  /** Returns its standard output. */
  stdout(): string
}

/** Runs a program of the Chromium shell over a data folder; throws where it ends before its window opens. */
export async function startChromium(
  dataDir: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<StartedChromium> {
  return startProgram(join(dataDir, 'chromium'), [...args, ...headlessFlags(dataDir)], env)
}

/** Runs a program whose browser has its profile in `folder`; throws where it ends before its window opens. */
export async function startProgram(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<StartedChromium> {
  const portFile = join(folder, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const child = spawnPiped(args, env)
  let stderr = ''
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()))
  let stdout = ''
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Till ended before its window was open: ${stderr}`)
    const [port] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n')
    if (port) return { child, port, stderr: () => stderr, stdout: () => stdout }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Runs a program of the Chromium shell over a data folder, headless and with a debugging port. */
export function spawnHeadless(
  dataDir: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  return spawnPiped([...args, ...headlessFlags(dataDir)], env)
}

function headlessFlags(dataDir: string): string[] {
  return ['--data-dir', dataDir, '--headless', '--debugging-port', '0']
}

function spawnPiped(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
}
