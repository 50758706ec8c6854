import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from 'viem'
import type { Guardian } from '../../src/sandbox/chains/start-guardian.ts'
import { freePort } from '../../src/sandbox/free-port.ts'

/** Nodes other than Anvil. */
export type OtherNode = 'hardhat' | 'ganache'

export interface NodeOptions {
  readonly chainId: number
  /** The key of the account with 1,000 coins at block 0. */
  readonly key: Hex
  /** The folder for its settings. */
  readonly home: string
  /** Ends the node if this process is killed. */
  readonly guardian: Guardian
}

export interface RunningNode {
  readonly rpcUrl: string
  stop(): Promise<void>
}

const PATIENCE_MS = 60_000

const programs: Readonly<Record<OtherNode, (port: number, options: NodeOptions) => readonly string[]>> = {
  hardhat: (port) =>
    [
      ['node_modules/hardhat/internal/cli/bootstrap.js', 'node'],
      ['--hostname', '127.0.0.1'],
      ['--port', String(port)],
    ].flat(),
  ganache: (port, { chainId, key }) =>
    [
      ['node_modules/ganache/dist/node/cli.js'],
      ['--server.host', '127.0.0.1'],
      ['--server.port', String(port)],
      ['--chain.chainId', String(chainId)],
      ['--miner.blockTime', '1'],
      ['--wallet.accounts', `${key},${10n ** 21n}`],
    ].flat(),
}

/** Starts a node on a free port of the loopback interface and waits until it answers. Throws its output if it does not. */
export async function startNode(name: OtherNode, options: NodeOptions): Promise<RunningNode> {
  const { chainId, key, home, guardian } = options
  const port = await freePort()
  const rpcUrl = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, programs[name](port, options), {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOME: home,
      HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
      TILL_NODE_CHAIN_ID: String(chainId),
      TILL_NODE_KEY: key,
    },
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-500)))
  const ended = once(child, 'exit')
  if (child.pid !== undefined) guardian.watch(child.pid)
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
    if (child.pid !== undefined) guardian.release(child.pid)
  }
  const until = Date.now() + PATIENCE_MS
  while (!(await isAnswering(rpcUrl))) {
    if (child.exitCode === null && Date.now() < until) {
      await wait(100)
      continue
    }
    await stop()
    throw new Error(`${name} did not start: ${complaint.trim() || 'no answer'}`)
  }
  return { rpcUrl, stop }
}

async function isAnswering(rpcUrl: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  try {
    return (await fetch(rpcUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}
