import { erc20Abi, type Address } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addDecimals, fromUnits, subtractDecimals } from '../../shared/money.ts'
import { reconcile, type SeenNonces } from '../history/reconcile.ts'
import { buyFailing } from '../../testing/claims/buy-failing.ts'
import { inEnglish, localTables, readTable } from '../../testing/exports/read-table.ts'
import { failing, openTestSandbox, type TestSandbox, type TestTill } from '../../testing/purchases/context.ts'
import { openEscrow } from '../../testing/purchases/escrow.ts'
import { type NetworkKey, tokenOf } from '../../testing/purchases/sandbox-controls.ts'
import { openTestTransfers } from '../../testing/transfers/open-test-transfers.ts'
import { ownersAmong } from '../people/owner-of.ts'
import { createBookkeeping, type Bookkeeping } from './create-bookkeeping.ts'
import { spentColumns, type SpentRecord } from './spent-record.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

const bookkeepingOf = (till: TestTill): Bookkeeping =>
  createBookkeeping({
    ...till.context,
    now: Date.now,
    purchases: till.purchases,
    people: { owners: () => ownersAmong([]) },
  })
const exportOf = (till: TestTill): SpentRecord[] => {
  const file = bookkeepingOf(till).export({ of: null, format: 'json', table: inEnglish, references: 'whole' })
  return (JSON.parse([...file.text].join('')) as { purchases: SpentRecord[] }).purchases
}
/** Returns what an export of every language says of some columns, as its spreadsheet reads them. */
const tablesOf = (till: TestTill, columns: readonly ('id' | 'network' | 'paid' | 'refunded' | 'networkFee')[]) =>
  localTables.map((table) => {
    const { text } = bookkeepingOf(till).export({ of: null, format: 'csv', table, references: 'whole' })
    return readTable([...text].join(''), spentColumns, table).map((row) => columns.map((column) => row[column]))
  })
/** Adds up the chain's own transfers from a wallet, less those to it since `block`, in units of the coin. */
async function movedOnChain(network: NetworkKey, wallet: Address, block: bigint): Promise<bigint> {
  const rpc = sandbox.rpc(network)
  const address = tokenOf(sandbox, network, 'usdc')
  const search = { address, abi: erc20Abi, eventName: 'Transfer', fromBlock: block + 1n } as const
  const sum = (logs: readonly { args: { value?: bigint } }[]): bigint =>
    logs.reduce((units, { args }) => units + (args.value ?? 0n), 0n)
  const [out, back] = await Promise.all([
    rpc.getContractEvents({ ...search, args: { from: wallet } }),
    rpc.getContractEvents({ ...search, args: { to: wallet } }),
  ])
  return sum(out) - sum(back)
}

it('an export adds up to the chains’ transfers less refunds, and to the network fees that left the wallet', async () => {
  const till = await sandbox.till()
  const networks = ['harbour', 'meadow'] as const
  const blocks = await Promise.all(networks.map((network) => sandbox.rpc(network).getBlockNumber()))
  const natives = (): Promise<bigint[]> =>
    Promise.all(networks.map((network) => sandbox.rpc(network).getBalance({ address: till.address })))
  const before = await natives()

  const delivered = await till.buy('harbour', 'usdc')
  await till.untilSettled(delivered.id)
  const refunded = await till.buy('harbour', 'usdc', failing)
  await till.untilSettled(refunded.id)
  const transfers = openTestTransfers(sandbox, till)
  const { id: sent } = await transfers.send(`0x${'b7'.repeat(20)}`, { amount: '3' })
  await transfers.until(sent, ({ state }) => state === 'final')
  const contracts = await openEscrow(sandbox, { refunds: 'claim' })
  const escrowed = await buyFailing(sandbox, till, contracts)
  await escrowed.until('ready')
  const claim = await escrowed.claim()
  await escrowed.claimed(claim.id, ({ isCounted }) => isCounted)
  await till.untilSettled(escrowed.id)

  const rows = exportOf(till)
  const all = [delivered.id, refunded.id, sent, escrowed.id, claim.id]
  expect(rows.map(({ id }) => id).toSorted()).toEqual(all.toSorted())
  for (const [index, network] of networks.entries()) {
    const own = rows.filter((row) => row.network?.toString().toLowerCase().includes(network))
    expect(own).toHaveLength(index === 0 ? 3 : 2)
    const sum = (of: 'paid' | 'refunded'): string => addDecimals(own.flatMap((row) => row[of] ?? []).map(String))
    expect(subtractDecimals(sum('paid'), sum('refunded'))).toBe(
      fromUnits(await movedOnChain(network, till.address, blocks[index] ?? 0n), 6),
    )
  }
  expect(rows.filter(({ refunded: back }) => back !== null).map(({ status }) => status)).toEqual([
    'refunded',
    'refunded',
  ])
  const after = await natives()
  const left = before.map((units, index) => fromUnits(units - (after[index] ?? 0n), 18))
  expect(addDecimals(rows.map(({ networkFee }) => String(networkFee)))).toBe(addDecimals(left))
  const columns = ['id', 'network', 'paid', 'refunded', 'networkFee'] as const
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? '')))
  for (const table of tablesOf(till, columns)) expect(table).toEqual(cells)
  expect(rows.map(({ networkFeeL1 }) => networkFeeL1)).toEqual(['0', '0', '0', '0', '0'])
}, 120_000)

it('what another Till paid from the same account is in an export, so that it adds up to the chain as well', async () => {
  const first = await sandbox.till()
  const block = await sandbox.rpc('harbour').getBlockNumber()
  const { id } = await first.buy('harbour', 'usdc')
  await first.delivered(id)
  const second = await sandbox.till({ account: first.account, funded: false })
  const chain = second.chain('harbour')
  const network = sandbox.network('harbour')
  const { profileId, client } = second.service
  const place = { profileId, chainInstance: await chain.instance(), address: second.address }
  const tokens = network.tokens.map((token) => ({ ...token, address: token.address as Address }))
  const books = { ledger: second.ledger, chain, client, place, network, tokens, payableNative: null, now: Date.now }
  const seen: SeenNonces = new Map()
  await vi.waitUntil(async () => (await reconcile(books, seen)) === 'reconciled', { timeout: 20_000 })
  const { id: own } = await second.buy('harbour', 'usdc')
  await second.untilSettled(own)
  const rows = exportOf(second)
  expect(rows.map(({ kind, status }) => [kind, status])).toEqual([
    ['elsewhere', 'delivered'],
    ['purchase', 'delivered'],
  ])
  expect(rows[0]?.paymentHash).toBe(first.view(id).steps[0]?.hash)
  expect(addDecimals(rows.map(({ paid }) => String(paid)))).toBe(
    fromUnits(await movedOnChain('harbour', second.address, block), 6),
  )
}, 60_000)
