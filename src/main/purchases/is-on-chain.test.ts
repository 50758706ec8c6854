import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import type { BlockStatus, Receipt } from '../chain/chain.ts'
import { insertBytes } from '../engine/steps/step-repository.ts'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { isOnChain } from './is-on-chain.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { readPurchase } from './purchase-repository.ts'

let books: TestLedger
beforeEach(() => {
  books = openTestLedger()
})
afterEach(() => books.dispose())

const event = (type: PurchaseEvent['type']): PurchaseEvent => ({ type }) as PurchaseEvent
const seen = [event('mined'), event('confirmed')]
const hashOf = (id: string): Hash => readPurchase(books.context.ledger, id)?.steps[0]?.signed[0]?.hash ?? '0x'

interface Network {
  /** What the nodes show of each transaction. */
  readonly receipts?: Readonly<Record<Hash, Pick<Receipt, 'succeeded' | 'isBacked'>>>
  /** What they say of every block. */
  readonly block?: BlockStatus
  readonly instance?: string
  readonly hasService?: boolean
}
function ask(id: string, network: Network): Promise<boolean | null> {
  const { receipts = {}, block = { state: 'open', isBacked: false }, instance = '7:0x0', hasService = true } = network
  const chain = {
    instance: async () => instance,
    receipt: async (hash: Hash) => receipts[hash] ?? null,
    blockStatus: async () => block,
  }
  const context = { ...books.context, service: () => (hasService ? {} : null), chain: () => chain }
  return isOnChain(context as unknown as PurchaseContext, id)
}

it.each([[[]], [seen]])('a payment is on chain if most nodes show that it succeeded (%j)', async (events) => {
  const id = books.store({ events })
  for (const succeeded of [true, false])
    expect(await ask(id, { receipts: { [hashOf(id)]: { succeeded, isBacked: true } } })).toBe(succeeded)
})

it('a payment that neither Till nor a node saw in a block is not on chain', async () => {
  expect(await ask(books.store(), {})).toBe(false)
  expect(await ask(books.store({ events: [event('mined'), event('reorged')] }), {})).toBe(false)
})

it('a payment that was sped up is on chain with either of its transactions, and a cancel is no payment', async () => {
  const id = books.store()
  const [faster, cancel]: readonly Hash[] = [`0x${'5'.repeat(64)}`, `0x${'6'.repeat(64)}`]
  const same = {
    intentId: id,
    position: 0,
    raw: '0x02',
    maxFeeUnits: 1n,
    token: null,
    spendsUnits: 0n,
    signedAt: 2,
  } as const
  insertBytes(books.context.ledger, { ...same, purpose: 'speed-up', hash: faster ?? '0x' })
  insertBytes(books.context.ledger, { ...same, purpose: 'cancel', hash: cancel ?? '0x' })
  const shown = { succeeded: true, isBacked: true }
  for (const hash of [hashOf(id), faster ?? '0x']) expect(await ask(id, { receipts: { [hash]: shown } })).toBe(true)
  expect(await ask(id, { receipts: { [cancel ?? '0x']: shown } })).toBe(false)
})

it('the receipt of a minority proves nothing', async () => {
  const id = books.store()
  for (const succeeded of [true, false]) {
    const asked = ask(id, { receipts: { [hashOf(id)]: { succeeded, isBacked: false } } })
    await expect(asked).rejects.toMatchObject({ code: 'network-unreachable' })
  }
})

it('a payment whose receipt the nodes pruned is on chain as long as its block is, and else nobody knows', async () => {
  const id = books.store({ events: [...seen, event('finalized')] })
  expect(await ask(id, { block: { state: 'final', isBacked: true } })).toBe(true)
  expect(await ask(id, { block: { state: 'gone', isBacked: true } })).toBe(false)
  for (const state of ['final', 'gone', 'open'] as const)
    await expect(ask(id, { block: { state, isBacked: false } })).rejects.toMatchObject({ code: 'network-unreachable' })
  // Its outcome was never seen.
  books.context.ledger.exec('UPDATE steps SET l1_fee_units = NULL, fee_units = NULL')
  await expect(ask(id, { block: { state: 'final', isBacked: true } })).rejects.toMatchObject({
    code: 'network-unreachable',
  })
})

it('another network with the same address, such as a restarted one, says nothing about a payment', async () => {
  const id = books.store({ events: seen })
  const receipts = { [hashOf(id)]: { succeeded: true, isBacked: true } }
  await expect(ask(id, { receipts, instance: '7:0x1' })).rejects.toMatchObject({ code: 'network-mismatch' })
})

it('one that never left the wallet is no payment, and a purchase whose service is gone cannot be checked', async () => {
  expect(await ask(books.store({ events: [event('reverted')] }), {})).toBeNull()
  await expect(ask(books.store(), { hasService: false })).rejects.toMatchObject({ code: 'offline' })
})
