import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, it, vi } from 'vitest'

interface Ready {
  baseUrl: string
  controlUrl: string
  openApiUrl: string
  profile: { baseUrl: string; rpcUrls: Record<string, [string]>; token: string; faucetUrl: string }
}
interface Pids {
  pid: number
  guardianPid: number
  chains: { key: string; pid: number }[]
}

const program = join(import.meta.dirname, 'index.ts')
/** Busy machines are slow, and a long timeout costs nothing while a condition is awaited. */
const soon = { timeout: 25_000 }
const started: ChildProcess[] = []
const folders: string[] = []
const pids: number[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const pid of pids.splice(0)) end(pid)
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
})

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone as expected.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  folders.push(folder)
  return folder
}

function launch(args: string[], temporary = tmpdir()) {
  const env = { ...process.env, TMPDIR: temporary }
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env })
  started.push(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return { child, exited, errors: () => errors }
}

async function ready(args: string[], temporary?: string) {
  const { child, exited, errors } = launch(['--json', ...args], temporary)
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text))
  const text = await Promise.race([line, exited.then((code) => Promise.reject(new Error(`exit ${code}: ${errors()}`)))])
  const description = JSON.parse(text) as Ready & { ready: boolean }
  expect(description.ready).toBe(true)
  const running = (await (await fetch(description.controlUrl)).json()) as Pids
  const all = [running.guardianPid, ...running.chains.map(({ pid }) => pid)]
  pids.push(...all)
  return { child, exited, description, running, others: all }
}

async function rpc(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return ((await answer.json()) as { result: unknown }).result
}

const allGone = (processes: number[]) => vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), soon)

it.each(['SIGTERM', 'SIGINT', 'stdin end', 'SIGKILL'] as const)(
  'ends with its chains and its temporary folder on %s',
  async (how) => {
    const temporary = newFolder()
    const { child, exited, description, others } = await ready(['--until-stdin-closes'], temporary)
    expect(readdirSync(temporary)).toHaveLength(1)
    expect((await fetch(description.openApiUrl)).status).toBe(200)
    if (how === 'stdin end') child.stdin?.end()
    else child.kill(how)
    expect(await exited).toBe(how === 'SIGKILL' ? null : 0)
    await allGone(others)
    await vi.waitFor(() => expect(readdirSync(temporary)).toEqual([]), soon)
  },
)

it('closes no idle connection, which a client may just be about to use again', async () => {
  const { description } = await ready([])
  const { headers } = await fetch(description.openApiUrl)
  // A server that closes idle connections says after how many seconds.
  expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null])
})

it('says in one sentence that its port is taken, and exits with 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const temporary = newFolder()
  const { exited, errors } = launch(['--port', String(port)], temporary)
  expect(await exited).toBe(1)
  expect(readdirSync(temporary)).toEqual([])
  expect(errors()).toBe(`Port ${port} is already in use. Choose another one.\n`)
  other.close()
})

it('refuses unknown flags and unusable values, and prints its addresses for people', async () => {
  const refused = launch(['--prot', '1'])
  const zero = launch(['--block-time', '0'])
  expect([await refused.exited, await zero.exited]).toEqual([1, 1])
  expect(refused.errors()).toContain('--port N')
  expect(zero.errors()).toContain('--block-time must be a number of seconds from 0.1 to 60, not "0".')
  const { child } = launch(['--until-stdin-closes'])
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  await vi.waitFor(() => expect(lines.at(-1)).toContain('products are on sale'), soon)
  for (const word of ['service', 'control', 'OpenAPI', 'token', 'Harbour', 'Meadow'])
    expect(lines.join('\n')).toContain(word)
  const file = /npm start -- --profile (\S+)/.exec(lines.join('\n'))?.[1] ?? ''
  const { faucetUrl } = JSON.parse(readFileSync(file, 'utf8')) as { faucetUrl: string }
  expect(lines.join('\n')).toContain(faucetUrl)
  child.stdin.end()
  await once(child, 'exit')
})

it('is the same sandbox again after every process was killed, even with leftovers', { timeout: 90_000 }, async () => {
  const dir = newFolder()
  const first = await ready(['--dir', dir, '--block-time', '0.1'])
  const { profile } = first.description
  const rpcUrl = Object.values(profile.rpcUrls)[0]?.[0] ?? ''
  const address = `0x${'a1'.repeat(20)}`
  await fetch(profile.faucetUrl, { method: 'POST', body: JSON.stringify({ address }) })
  const quoteId = async () => {
    const body = JSON.stringify({
      fiatCurrency: 'USD',
      digitalAsset: 'DAI',
      sku: 'juniperline_US_5.00-I',
      chainId: 913_370_102,
    })
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${profile.token}` }
    const answer = await fetch(`${profile.baseUrl}/api/v1/quotes/`, { method: 'POST', headers, body })
    return ((await answer.json()) as { id: number }).id
  }
  expect(await quoteId()).toBe(1)
  const genesis = ((await rpc(rpcUrl, 'eth_getBlockByNumber', ['0x0', false])) as { hash: string }).hash
  const balance = await rpc(rpcUrl, 'eth_getBalance', [address, 'latest'])
  expect(balance).toBe('0xde0b6b3a7640000')
  const state = join(dir, 'harbour', 'state.json')
  await vi.waitFor(() => expect(readFileSync(state, 'utf8')).toContain(address), soon)
  const height = async () => Number(await rpc(rpcUrl, 'eth_blockNumber'))
  const before = await height()
  await vi.waitFor(async () => expect(await height()).toBeGreaterThan(before + 40), soon)

  // Kill the guardian first, so that the chains stay behind.
  end(first.running.guardianPid)
  first.child.kill('SIGKILL')
  await first.exited
  expect(first.running.chains.every(({ pid }) => isAlive(pid))).toBe(true)
  end(first.running.chains[0]?.pid ?? 0)
  await allGone([first.running.chains[0]?.pid ?? 0])

  const second = await ready(['--dir', dir])
  expect(second.description).toEqual(first.description)
  await allGone(first.others)
  expect(await quoteId()).toBe(2)
  expect(await height()).toBeGreaterThan(before)
  expect(((await rpc(rpcUrl, 'eth_getBlockByNumber', ['0x0', false])) as { hash: string }).hash).toBe(genesis)
  expect(await rpc(rpcUrl, 'eth_getBalance', [address, 'latest'])).toBe(balance)
  const time = async (block: string) =>
    Number(((await rpc(rpcUrl, 'eth_getBlockByNumber', [block, false])) as { timestamp: string }).timestamp)
  await vi.waitFor(async () => expect(Math.abs((await time('latest')) - Date.now() / 1000)).toBeLessThan(5), soon)
  const blocks = Array.from({ length: await height() }, (_, index) => `0x${(index + 1).toString(16)}`)
  const times = await Promise.all(blocks.map(time))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const { exited, errors } = launch(['--dir', dir])
  expect(await exited).toBe(1)
  expect(errors()).toBe(`Another sandbox is running on ${dir}.\n`)
  second.child.kill('SIGTERM')
  expect(await second.exited).toBe(0)
})

it('refuses a folder whose chain state is damaged', async () => {
  const dir = newFolder()
  const first = await ready(['--dir', dir])
  first.child.kill('SIGTERM')
  await first.exited
  writeFileSync(join(dir, 'meadow', 'state.json'), '{"half":')
  const { exited, errors } = launch(['--dir', dir])
  expect(await exited).toBe(1)
  expect(errors()).toContain('Remove that sandbox folder to start over.')
})

it('prints the interface as an OpenAPI document and starts nothing', () => {
  const { stdout, status } = spawnSync(process.execPath, [program, '--openapi'], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', paths: { '/api/v1/networks/': {} } })
})
