import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SandboxFailure } from '../failure.ts'
import { stateToLoad } from './chain-state.ts'
import { reap, writePid } from './reap.ts'
import type { Guardian } from './start-guardian.ts'

export interface AnvilOptions {
  readonly binary: string
  readonly chainId: number
  readonly mnemonic: string
  /** Epoch seconds of block 0: with the same one, two chains would share their genesis hash. */
  readonly genesisTime: number
  readonly folder: string
  readonly port: number
  readonly guardian: Guardian
}

/** One Anvil process that can be ended and started again on the same state. */
export interface Anvil {
  readonly rpcUrl: string
  /** Its process id, or null while it does not run. */
  pid(): number | null
  start(): Promise<void>
  /** Ends it. */
  stop(): Promise<void>
  /** Stops (true) or lets go on (false) the whole process: frozen, it takes connections and answers nothing. */
  freeze(frozen: boolean): Promise<void>
}

/** A node that has not answered by then, though it runs, is not going to. */
const PATIENCE_MS = 30_000

const pidFile = (folder: string) => join(folder, 'anvil.pid')

/** Ends the Anvil that an earlier run left behind on `folder`. */
export function reapAnvil(folder: string): void {
  reap(pidFile(folder), 'anvil')
}

/** An Anvil of these options, not started yet. */
export function createAnvil(options: AnvilOptions): Anvil {
  const { folder, port, guardian } = options
  const rpcUrl = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  mkdirSync(folder, { recursive: true })

  const start = async () => {
    if (child) return
    const state = stateToLoad(folder)
    const started = spawn(options.binary, anvilArguments(options, state), {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    let complaint = ''
    started.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-500)))
    const gone = new Promise<void>((resolve) => started.once('exit', () => resolve()).once('error', () => resolve()))
    const pid = started.pid
    if (pid === undefined) throw new SandboxFailure(`Anvil could not be started from ${options.binary}.`)
    child = started
    guardian.watch(pid)
    writePid(pidFile(folder), pid)
    void gone.then(() => {
      guardian.release(pid)
      if (child === started) child = null
    })
    if (!(await comesUp(rpcUrl, gone))) {
      started.kill('SIGKILL')
      throw new SandboxFailure(`A local chain did not start on port ${port}: ${complaint.trim() || 'no answer'}`)
    }
  }

  const stop = async () => {
    const running = child
    if (!running) return
    const exited = once(running, 'exit')
    // What is worth keeping was kept before; a frozen process would not hear anything gentler.
    running.kill('SIGKILL')
    await exited
    child = null
  }

  return {
    rpcUrl,
    pid: () => child?.pid ?? null,
    start,
    stop,
    freeze: async (frozen) => {
      child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT')
      // The signal takes a moment: whoever asked for a frozen chain must not get one more answer.
      while (frozen && child && (await isAnswering(rpcUrl, 100))) await wait(10)
    },
  }
}

function anvilArguments(options: AnvilOptions, state: string | null): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(options.port), '--no-cors', '--quiet'],
    ...['--chain-id', String(options.chainId), '--timestamp', String(options.genesisTime)],
    ...['--mnemonic', options.mnemonic, '--accounts', '1', '--slots-in-an-epoch', '1'],
    ...(state === null ? [] : ['--load-state', state]),
    // Otherwise it leaves 70 kB a block in the home directory, for good where it is killed.
    ...['--prune-history', '128', '--cache-path', join(options.folder, 'cache')],
  ]
}

async function comesUp(rpcUrl: string, gone: Promise<void>): Promise<boolean> {
  let ended = false
  void gone.then(() => (ended = true))
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until && !ended) {
    if (await isAnswering(rpcUrl, 2000)) return true
    await wait(20)
  }
  return false
}

async function isAnswering(rpcUrl: string, milliseconds: number): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  try {
    const signal = AbortSignal.timeout(milliseconds)
    return (await fetch(rpcUrl, { method: 'POST', headers, body, signal })).ok
  } catch {
    return false
  }
}
