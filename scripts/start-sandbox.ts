import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../src/sandbox/index.ts', import.meta.url))
const READY_WITHIN_MS = 60_000

export interface RunningSandbox {
  readonly baseUrl: string
  readonly controlUrl: string
  /** A file with the profile that points Till at it. */
  readonly profileFile: string
  readonly process: ChildProcess
  stop(): Promise<void>
}

/** Starts the sandbox as a program of its own, its state kept in `dir`; it ends with this process, however that ends. */
export async function startSandbox(dir: string, more: readonly string[] = []): Promise<RunningSandbox> {
  mkdirSync(dir, { recursive: true })
  const child = spawn(process.execPath, [program, '--json', '--until-stdin-closes', '--dir', dir, ...more], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The sandbox did not start in time')), READY_WITHIN_MS)
    createInterface({ input: child.stdout }).once('line', (text) => {
      clearTimeout(late)
      resolve(text)
    })
    child.once('exit', () => {
      clearTimeout(late)
      reject(new Error(complaints.trim() || 'The sandbox ended before it was ready'))
    })
  })
  const ready = JSON.parse(line) as { baseUrl: string; controlUrl: string; profile: unknown }
  const profileFile = join(dir, 'profile.json')
  writeFileSync(profileFile, JSON.stringify(ready.profile, null, 2))
  return {
    baseUrl: ready.baseUrl,
    controlUrl: ready.controlUrl,
    profileFile,
    process: child,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
