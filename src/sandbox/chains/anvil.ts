import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SandboxFailure } from '../failure.ts'
import { stateToLoad } from './chain-state.ts'
import { killLeftover, writePid } from './pid-file.ts'
import type { Guardian } from './start-guardian.ts'

export interface AnvilOptions {
  readonly binary: string
  readonly chainId: number
  readonly mnemonic: string
  /** The time of block 0 in epoch seconds. Two chains with the same one would share their genesis hash. */
  readonly genesisTime: number
  readonly folder: string
  readonly port: number
  readonly guardian: Guardian
}

/** An Anvil process that can be stopped and started again on the same state. */
export interface Anvil {
  readonly rpcUrl: string
  /** Returns the process id, or null while it is stopped. */
  pid(): number | null
  start(): Promise<void>
  /** Kills the process. */
  stop(): Promise<void>
  /** Suspends or resumes the process. While suspended it accepts connections but answers nothing. */
  freeze(frozen: boolean): Promise<void>
}

/** How long a started node may take to answer. */
const PATIENCE_MS = 30_000

const pidFile = (folder: string) => join(folder, 'anvil.pid')

/** Kills the Anvil that an earlier run left behind on `folder`. */
export function reapAnvil(folder: string): void {
  killLeftover(pidFile(folder), 'anvil')
}

/** Creates an Anvil, not started yet. */
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
    // The state was saved before, and a suspended process reacts to no gentler signal.
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
      // The signal takes a moment, but a frozen chain must not answer once more.
      while (frozen && child && (await isAnswering(rpcUrl, 100))) await wait(10)
    },
  }
}

function anvilArguments(options: AnvilOptions, state: string | null): string[] {
  return [
    ['--host', '127.0.0.1'],
    ['--port', String(options.port)],
    ['--chain-id', String(options.chainId)],
    ['--timestamp', String(options.genesisTime)],
    ['--mnemonic', options.mnemonic],
    ['--accounts', '1'],
    ['--slots-in-an-epoch', '1'],
    ['--no-cors', '--quiet'],
    state === null ? [] : ['--load-state', state],
    // Without these, it writes 70 kB a block to the home directory, and leaves them there when killed.
    ['--prune-history', '128'],
    ['--cache-path', join(options.folder, 'cache')],
  ].flat()
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
