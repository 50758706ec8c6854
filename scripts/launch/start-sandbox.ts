import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ProfileInput } from '../../src/shared/services/profile.ts'
import { programOf } from '../testing/program-of.ts'

export interface RunningSandbox {
  readonly baseUrl: string
  readonly controlUrl: string
  /** The profile for Till to use it. */
  readonly profile: ProfileInput
  /** The path of the profile. */
  readonly profileFile: string
  readonly pid: number
  /** Stops the sandbox and its chains; resolves once both have ended. */
  stop(): Promise<void>
}

interface StartOptions {
  readonly dir?: string
  readonly port?: number
  readonly blockSeconds?: number
}

const LATE_MS = 8_000

/** Starts the sandbox as its own process and waits until it is ready. It ends with this process, however this one ends. */
export async function startSandbox(options: StartOptions = {}): Promise<RunningSandbox> {
  const args = [fileURLToPath(programOf('sandbox')), '--json', '--until-stdin-closes']
  if (options.dir !== undefined) args.push('--dir', options.dir)
  if (options.port !== undefined) args.push('--port', String(options.port))
  if (options.blockSeconds !== undefined) args.push('--block-time', String(options.blockSeconds))
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  const late = setTimeout(() => console.error('The sandbox takes longer than usual to start…'), LATE_MS)
  const line = await Promise.race([first, exited.then(() => null)])
  clearTimeout(late)
  if (line === null || child.pid === undefined) throw new Error(`The sandbox did not start: ${complaint.trim()}`)
  const ready = JSON.parse(line) as Pick<RunningSandbox, 'baseUrl' | 'controlUrl' | 'profile' | 'profileFile'>
  const { baseUrl, controlUrl, profile, profileFile } = ready
  return {
    baseUrl,
    controlUrl,
    profile,
    profileFile,
    pid: child.pid,
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
