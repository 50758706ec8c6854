import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { programOf } from '../../scripts/testing/program-of.ts'
import { FROM_PARENT, READY, RESTED, TO_PARENT, type Job } from './job.ts'

export interface Ending {
  /** Whether the purchase settled, the process was killed, or it exited on its own. */
  readonly how: 'rested' | 'killed' | 'died'
  readonly output: string
}

/** Decides whether a process is killed: asked at every point it passes, and able to kill it between two. */
export interface KillDecision {
  /** Returns the job of a process that is ready. */
  onReady(kill: () => void): Job
  atPoint(name: string): 'go' | 'kill'
}

/** Starts a process of Till, compiled into a folder, and runs it until it is killed or at rest. */
export async function runProcess(compiled: string, decision: KillDecision): Promise<Ending> {
  const child = spawn(process.execPath, [fileURLToPath(programOf('killed-till'))], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  let how: Ending['how'] = 'died'
  let output = ''
  const kill = (): void => {
    if (how === 'died' && child.kill('SIGKILL')) how = 'killed'
  }
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const from = child.stdio[TO_PARENT] as Readable
  const to = child.stdio[FROM_PARENT] as Writable
  // A killed process reads no more.
  to.on('error', () => undefined)
  const exited = once(child, 'exit')
  createInterface({ input: from }).on('line', (name) => {
    if (how !== 'died') return
    if (name === READY) return void to.write(`${JSON.stringify(decision.onReady(kill))}\n`)
    if (name === RESTED) how = 'rested'
    else if (decision.atPoint(name) === 'kill') return kill()
    to.write('go\n')
  })
  await exited
  return { how, output }
}
