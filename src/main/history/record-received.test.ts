import fc from 'fast-check'
import type { Address, Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { ListedTransfer } from '../chain/chain.ts'
import type { WritableDb } from '../db/connections.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import { openDatabase } from '../db/open-database.ts'
import { recordReceived, type RecordedReceived, type RecordingReceived } from './record-received.ts'
import { createBlockSearch } from './search-blocks.ts'

const account: Address = `0x${'1'.repeat(40)}`
const sender: Address = `0x${'2'.repeat(40)}`
const usdc = { address: `0x${'a'.repeat(40)}`, symbol: 'USDC', decimals: 6 } as const
const usdt = { address: `0x${'b'.repeat(40)}`, symbol: 'USDT', decimals: 6 } as const
const place = { chainInstance: `7:0x${'0'.repeat(64)}`, address: account }

let ledger: WritableDb
let world: { head: bigint; finalized: bigint; transfers: ListedTransfer[]; isSilent: boolean; isOther: boolean }
beforeEach(() => {
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  isAskedAgain = false
  world = { head: 100n, finalized: 90n, transfers: [], isSilent: false, isOther: false }
})
afterEach(() => ledger.close())

/** Whether its nodes were asked for their chain again: a switch shows no earlier. */
let isAskedAgain = false
const chain: RecordingReceived['chain'] = {
  chainId: 7,
  head: async () => world.head,
  finalized: async () => world.finalized,
  isUnchanged: async () => {
    isAskedAgain = true
    return !world.isOther
  },
  nodes: () => {
    const trouble = world.isOther && isAskedAgain ? 'other-chain' : null
    return [{ url: '', trouble, since: null, behindBy: 0, foundChainId: null }]
  },
  async transfersTo(tokens, to, from, last) {
    if (world.isSilent) throw new AppError('network-unreachable', 'Silence')
    return world.transfers.filter(
      (one) => tokens.includes(one.token) && one.to === to && one.blockNumber >= from && one.blockNumber <= last,
    )
  },
  async blockTime(block) {
    if (block === 7_000n) throw new AppError('network-unreachable', 'Silence')
    return Number(block) * 1_000
  },
}

let made = 0
const transfer = (blockNumber: bigint, more: Partial<ListedTransfer> = {}): ListedTransfer => ({
  hash: `0x${(++made).toString(16).padStart(64, '0')}` as Hash,
  logIndex: 0,
  token: usdc.address,
  from: sender,
  to: account,
  units: 5n,
  blockNumber,
  isProven: true,
  ...more,
})

const record = (search = createBlockSearch<never>(), of = place): Promise<RecordedReceived> =>
  recordReceived({ ledger, chain, place: of, networkName: 'Harbour', tokens: [usdc, usdt], search, now: () => 99 })

const recorded = (): unknown[] =>
  ledger
    .prepare(
      'SELECT hash, ordinal, block, units, symbol, happened_at FROM received_transfers ORDER BY block, symbol, ordinal',
    )
    .all()
const hashes = (): unknown[] => ledger.prepare('SELECT hash FROM received_transfers ORDER BY block, hash').pluck().all()

it('does not pass over blocks that only another chain, behind a load balancer, has', async () => {
  const isRefused = (): Promise<void> => expect(record()).rejects.toMatchObject({ code: 'network-mismatch' })
  world = { ...world, head: 9_000n, finalized: 9_000n, isOther: true }
  await isRefused()
  world = { ...world, head: 100n, finalized: 90n, isOther: false }
  await record()
  isAskedAgain = false
  world = { ...world, head: 9_000n, finalized: 9_000n, isOther: true }
  await isRefused()
  world = { ...world, head: 102n, finalized: 102n, isOther: false, transfers: [transfer(101n)] }
  await record()
  expect(recorded()).toHaveLength(1)
})

it('says that what it recorded became final', async () => {
  await record()
  world = { ...world, head: 102n, transfers: [transfer(101n)] }
  expect(await record()).toMatchObject({ changed: true })
  expect(await record()).toMatchObject({ changed: false })
  world = { ...world, finalized: 101n }
  expect(await record()).toMatchObject({ changed: true })
  expect(await record()).toMatchObject({ changed: false })
})

it('records what came after the account was first seen, with its time, and nothing from before', async () => {
  world.transfers = [transfer(80n)]
  await record()
  const came = [transfer(101n), transfer(101n, { token: usdt.address, units: 7n }), transfer(7_000n)]
  world = { ...world, head: 7_000n, finalized: 7_000n, transfers: [...world.transfers, ...came] }
  expect(await record()).toMatchObject({ changed: true })
  expect(recorded()).toMatchObject([
    { hash: came[0]?.hash, block: 101, units: '5', symbol: 'USDC', happened_at: 101_000 },
    { hash: came[1]?.hash, block: 101, units: '7', symbol: 'USDT' },
    { hash: came[2]?.hash, happened_at: 99 },
  ])
  expect(await record()).toMatchObject({ changed: false })
  expect(recorded()).toHaveLength(3)
})

it('records no transfer that few nodes list, that moves nothing, or that the account sent itself', async () => {
  await record()
  world.head = 200n
  world.transfers = [
    transfer(101n, { isProven: false }),
    transfer(102n, { units: 0n }),
    transfer(103n, { from: account }),
  ]
  expect(await record()).toMatchObject({ changed: false })
  expect(recorded()).toEqual([])
})

it('of one account drops nothing that another one received', async () => {
  const other = { ...place, address: `0x${'3'.repeat(40)}` } as const
  await record()
  await record(undefined, other)
  const came = [transfer(101n), transfer(101n, { to: other.address })]
  world = { ...world, head: 102n, transfers: came }
  await record()
  await record(undefined, other)
  await record()
  expect(hashes()).toEqual(came.map(({ hash }) => hash))
})

it('tells equal transfers of one transaction apart', async () => {
  await record()
  world.head = 200n
  const one = transfer(101n)
  world.transfers = [one, { ...one, logIndex: 1 }]
  await record()
  expect(recorded()).toMatchObject([{ ordinal: 0 }, { ordinal: 1 }])
})

it('continues where a network fell silent', async () => {
  await record()
  const search = createBlockSearch<never>()
  const [early, late] = [transfer(5_000n), transfer(15_000n)]
  world = { ...world, head: 20_000n, finalized: 20_000n, transfers: [early, late] }
  const { transfersTo } = chain
  const reads: bigint[] = []
  Object.assign(chain, {
    async transfersTo(...question: Parameters<typeof transfersTo>) {
      reads.push(question[2])
      world.isSilent = reads.length === 2
      return transfersTo(...question)
    },
  })
  await expect(record(search)).rejects.toThrow('Silence')
  expect(hashes()).toEqual([early.hash])
  await record(search)
  Object.assign(chain, { transfersTo })
  expect(hashes()).toEqual([early.hash, late.hash])
  // After the failure it asks for half as many blocks, from the last 500 final ones on.
  expect(reads).toEqual([91n, 10_091n, 9_591n, 14_591n, 19_591n])
})

it('finds what most nodes lacked in blocks that were final already, and keeps what they lack later', async () => {
  await record()
  const [seen, lacked] = [transfer(150n), transfer(151n, { isProven: false })]
  world = { ...world, head: 200n, finalized: 200n, transfers: [seen, lacked] }
  await record()
  expect(hashes()).toEqual([seen.hash])
  world = { ...world, head: 300n, finalized: 300n, transfers: [{ ...lacked, isProven: true }] }
  expect(await record()).toMatchObject({ changed: true })
  expect(hashes()).toEqual([seen.hash, lacked.hash])
})

it('begins a week back after a long time', async () => {
  await record()
  const [old, recent] = [transfer(1_000n), transfer(1_999_000n)]
  world = { ...world, head: 2_000_000n, finalized: 2_000_000n, transfers: [old, recent] }
  await record()
  expect(hashes()).toEqual([recent.hash])
})

it('ends with exactly what the chain holds, whatever was reorganized and whenever it was read', async () => {
  const block = fc.record({ transfers: fc.nat(2), reorgs: fc.nat(4), read: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 30 }), async (blocks) => {
      ledger.exec('DELETE FROM received_transfers; DELETE FROM received_searches')
      world = { head: 10n, finalized: 10n, transfers: [], isSilent: false, isOther: false }
      await record()
      for (const { transfers, reorgs, read } of blocks) {
        const dropped = world.head - BigInt(reorgs)
        const first = dropped < world.finalized ? world.finalized + 1n : dropped + 1n
        const moved = world.transfers.filter(({ blockNumber }) => blockNumber >= first)
        world.head += 1n
        // One of the dropped transactions is mined again, in a later block.
        const again = moved.slice(0, 1).map((one) => ({ ...one, blockNumber: world.head }))
        const fresh = Array.from({ length: transfers }, () => transfer(world.head))
        world.transfers = [...world.transfers.filter((one) => !moved.includes(one)), ...again, ...fresh]
        if (read) await record()
        if (world.head - 5n > world.finalized) world.finalized = world.head - 5n
      }
      world.finalized = world.head
      await record()
      const held = world.transfers.map(({ hash }) => hash).sort()
      expect([...hashes()].sort()).toEqual(held)
    }),
    { numRuns: 200 },
  )
})
