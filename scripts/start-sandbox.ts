import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ProfileInput } from '../src/shared/services/profile.ts'
import { programOf } from './program-of.ts'

export interface RunningSandbox {
  readonly baseUrl: string
  readonly controlUrl: string
  /** The profile that points Till at it. */
  readonly profile: ProfileInput
  /** The same as a file. */
  readonly profileFile: string
  readonly pid: number
  /** Ends it and its chains, and waits for both. */
  stop(): Promise<void>
}

const LATE_MS = 8_000

/** Starts the sandbox as a program of its own and waits until it is ready; it ends with this process, however that ends. */
export async function startSandbox(options: { dir?: string; port?: number } = {}): Promise<RunningSandbox> {
  const args = [fileURLToPath(programOf('sandbox')), '--json', '--until-stdin-closes']
  if (options.dir !== undefined) args.push('--dir', options.dir)
  if (options.port !== undefined) args.push('--port', String(options.port))
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
    ...{ baseUrl, controlUrl, profile, profileFile },
    pid: child.pid,
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
