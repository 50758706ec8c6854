import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { systemTimer } from '../../shared/timer.ts'
import type { Chain } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { createReceived, type Received } from './received.ts'

const account = `0x${'1'.repeat(40)}` as const
let ledger: WritableDb
let world: { head: bigint; finalized: bigint; failure: Error | null; reads: string[] }
let changes: number
let reports: string[]
let received: Received

function chainOf(key: string): Chain {
  return {
    chainId: 7,
    instance: async () => `7:0x${key}`,
    async head() {
      world.reads.push(key)
      if (world.failure !== null) throw world.failure
      return world.head
    },
    finalized: async () => world.finalized,
    isUnchanged: async () => true,
    nodes: () => [],
    transfersTo: async ([token]: readonly string[], to: string, from: bigint) => [
      ...(world.head >= 101n && from <= 101n
        ? [{ hash: `0x${key}`, token, to, from: token, units: 5n, blockNumber: 101n, isProven: true }]
        : []),
    ],
    blockTime: async () => 5,
  } as unknown as Chain
}

beforeEach(() => {
  vi.useFakeTimers()
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  world = { head: 100n, finalized: 100n, failure: null, reads: [] }
  changes = 0
  reports = []
  const network = (key: string) => ({
    key,
    tokens: [{ address: `0x${'a'.repeat(40)}`, symbol: 'USDC', decimals: 6 }] as const,
    payableNative: null,
    routers: [],
    network: { key, name: key, chainId: 7, rpcUrls: [], explorerUrl: '', nativeSymbol: 'ETH' },
    chain: chainOf(key),
  })
  const networks = [network('one'), network('two')]
  received = createReceived({
    ledger,
    now: Date.now,
    monotonic: Date.now,
    timer: systemTimer,
    address: () => account,
    current: () => ({ networks }),
    onChanged: () => void changes++,
    onUnforeseen: (_, what) => void reports.push(what),
  })
})
afterEach(async () => {
  await received.stop()
  ledger.close()
  vi.useRealTimers()
})

const recorded = (): unknown => ledger.prepare('SELECT count(*) FROM received_transfers').pluck().get()

it('records what came on every network, and asks again only until that is final', async () => {
  received.search()
  await pass(0)
  expect(world.reads).toEqual(['one', 'two'])
  await pass(600_000)
  expect(world.reads).toHaveLength(2)

  world.head = 105n
  received.search()
  await pass(0)
  expect([recorded(), changes]).toEqual([2, 2])
  Object.assign(world, { head: 120n, finalized: 104n })
  await pass(60_000)
  expect(world.reads).toHaveLength(6)
  Object.assign(world, { head: 140n, finalized: 105n })
  await pass(60_000)
  expect(world.reads).toHaveLength(8)
  await pass(600_000)
  expect(world.reads).toHaveLength(8)
  // Once more for each network, when it was final.
  expect([recorded(), changes]).toEqual([2, 4])
})

it('asks a silent network again, and reports only what nobody foresaw', async () => {
  world.failure = new AppError('network-unreachable', 'Silence')
  received.search()
  await pass(0)
  expect([world.reads.length, reports]).toEqual([2, []])
  world.failure = new Error('Odd')
  await pass(60_000)
  expect(reports).toEqual(['what came on one', 'what came on two'])
})

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
