import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { FROM_PARENT, RESTED, TO_PARENT, type Job } from './job.ts'

export interface Life {
  /** Whether everything had come to its end, or the process was killed, or it ended by itself. */
  readonly end: 'rested' | 'killed' | 'died'
  readonly complaints: string
}

/** What decides over a life: asked at every point it passes, and given a way to end it between two. */
export interface Fate {
  atPoint(name: string): 'go' | 'kill'
  begun(kill: () => void): void
}

/** Starts a Till as a process of its own, compiled into a folder, and lets it live until its fate, or its rest. */
export async function live(job: Job, compiled: string, fate: Fate): Promise<Life> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), JSON.stringify(job)], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  let end: Life['end'] = 'died'
  let complaints = ''
  const kill = (): void => {
    if (end === 'died' && child.kill('SIGKILL')) end = 'killed'
  }
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const from = child.stdio[TO_PARENT] as Readable
  const to = child.stdio[FROM_PARENT] as Writable
  // Whoever is killed does not read any more.
  to.on('error', () => undefined)
  const exited = once(child, 'exit')
  fate.begun(kill)
  createInterface({ input: from }).on('line', (name) => {
    if (end !== 'died') return
    if (name === RESTED) end = 'rested'
    else if (fate.atPoint(name) === 'kill') return kill()
    to.write('g')
  })
  await exited
  return { end, complaints }
}
