import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEmptyLedger } from '../crash/make-empty-ledger.ts'
import { startAppProcess, type AppProcess } from '../crash/app-process.ts'
import { buyUntilPaid } from '../crash/person.ts'
import { openSimulation, type Simulation } from '../crash/simulation.ts'
import type { Shape } from '../world/sim-service.ts'
import type { Episode, NodeFault } from '../world/rpc/node-faults.ts'
import { soundNode } from '../world/rpc/sound-node.ts'

// All nodes of a network answer 429 for a while, from the moment when a payment is signed but not sent.

const SECOND = 1_000
const NODES = 3

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-limited-'))
  makeEmptyLedger(join(folder, 'empty.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Exchange {
  readonly at: number
  readonly url: string
  readonly methods: readonly string[]
  readonly status: number
}

interface Limited {
  readonly simulation: Simulation
  readonly appProcess: AppProcess
  /** Every exchange that reached a node. */
  readonly exchanges: Exchange[]
  /** Makes every node answer 429 from now on, for `ms` milliseconds. */
  limit(kind: NodeFault, ms: number): void
}

/** Starts a simulation of three sound nodes and a Till in it. Calls `onPass` with each point that Till passes. */
function open(shape: Shape, onPass: (name: string, one: Limited) => void = () => undefined): Limited {
  const file = join(folder, 'ledger.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(join(folder, 'empty.db'), file)
  const episodes: Episode[] = []
  const nodes = { nodes: Array.from({ length: NODES }, () => soundNode), episodes, hasPool: true }
  const real = openSimulation({ seed: 7, shape, fails: false, trouble: false, help: null, nodes })
  const exchanges: Exchange[] = []
  const fetch: Simulation['network']['fetch'] = async (url, init) => {
    const methods = [JSON.parse(String(init.body)) as { method: string } | { method: string }[]].flat()
    const answer = await real.network.fetch(url, init)
    exchanges.push({ at: real.clock.now(), url, methods: methods.map(({ method }) => method), status: answer.status })
    return answer
  }
  const simulation = { ...real, network: { ...real.network, fetch } }
  const limit = (kind: NodeFault, ms: number): void => {
    const from = simulation.clock.now()
    for (let node = 0; node < NODES; node++)
      episodes.push({ kind, node, backend: null, from, until: from + ms, share: 1 })
  }
  const one: Limited = {
    simulation,
    exchanges,
    limit,
    appProcess: startAppProcess(simulation, file, null, (name) => onPass(name, one)),
  }
  return one
}

const stateIn = ({ ledger }: AppProcess): string | undefined =>
  ledger.prepare("SELECT state FROM steps WHERE kind = 'pay'").pluck().get() as string | undefined

/**
 * Buys while every node starts to answer 429 once the payment is signed. Runs until the payment is final and returns the exchanges since.
 */
async function buyLimited(
  shape: Shape,
  kind: NodeFault,
  ms: number,
): Promise<{ since: Exchange[]; endsAt: number; one: Limited }> {
  let signedAt = Infinity
  const one = open(shape, (name, { simulation, limit }) => {
    if (name !== 'commit signed: after' || signedAt < Infinity) return
    signedAt = simulation.clock.now()
    limit(kind, ms)
  })
  const { simulation, appProcess, exchanges } = one
  appProcess.start()
  void buyUntilPaid(simulation, appProcess)
  expect(await simulation.clock.until(() => stateIn(appProcess) === 'final', 1_800 * SECOND)).toBe(true)
  await appProcess.end()
  // Calls sent before the signature may be answered after it.
  return { one, endsAt: signedAt + ms, since: exchanges.filter(({ at }) => at > signedAt + 40) }
}

describe('a network that answers 429 right after a payment was signed', () => {
  it.each([
    ['transfer', 'rate-limited', 20],
    ['router', 'rate-limited', 20],
    ['transfer', 'rate-limited-until', 90],
    ['transfer', 'rate-limited-inside', 45],
  ] as const)('%s: gets no request before the payment is sent (%s, %i s)', async (shape, kind, seconds) => {
    const { since, endsAt, one } = await buyLimited(shape, kind, seconds * SECOND)
    const isRefused = ({ at }: Exchange): boolean => at < endsAt
    const methodsOf = (some: readonly Exchange[]): Set<string> => new Set(some.flatMap(({ methods }) => methods))
    expect(methodsOf(since.filter(isRefused))).toEqual(new Set(['eth_sendRawTransaction']))
    expect(since.find((exchange) => !isRefused(exchange))?.methods).toEqual(['eth_sendRawTransaction'])
    const { spends } = one.simulation.service
    expect([spends.length, one.appProcess.unforeseen]).toEqual([1, []])
  })

  it('gets no request until its Retry-After has passed', async () => {
    const { since } = await buyLimited('transfer', 'rate-limited-until', 120 * SECOND)
    const refused = since.filter(({ status }) => status === 429)
    const first = refused.filter(({ url }) => url === refused[0]?.url).map(({ at }) => at)
    expect(first.length).toBeGreaterThan(5)
    const pauses = first.slice(1).map((at, index) => at - (first[index] ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThan(6.9 * SECOND)
  })

  it('is polled with growing pauses if it does not say how long', async () => {
    const { since } = await buyLimited('transfer', 'rate-limited', 300 * SECOND)
    const refused = since.filter(({ status }) => status === 429)
    const first = refused.filter(({ url }) => url === refused[0]?.url)
    expect(first.length).toBeGreaterThan(5)
    expect(first.length).toBeLessThan(20)
  })
})

it('a network that answers 429 when Till starts is known again once it answers', async () => {
  const one = open('transfer')
  const { simulation, appProcess } = one
  one.limit('rate-limited', 100 * SECOND)
  appProcess.start()
  void buyUntilPaid(simulation, appProcess)
  expect(await simulation.clock.until(() => stateIn(appProcess) === 'final', 900 * SECOND)).toBe(true)
  expect(appProcess.unforeseen).toEqual([])
  await appProcess.end()
})
