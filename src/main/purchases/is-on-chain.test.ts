import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
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
const hashOf = (id: string): Hash => readPurchase(books.context.ledger, id)?.steps[0]?.signed[0]?.hash ?? '0x'
function ask(id: string, receipts: Readonly<Record<Hash, boolean>>, hasService = true): Promise<boolean | null> {
  const chain = { receipt: async (hash: Hash) => (hash in receipts ? { succeeded: receipts[hash] } : null) }
  const context = { ...books.context, service: () => (hasService ? {} : null), chain: () => chain }
  return isOnChain(context as unknown as PurchaseContext, id)
}

it.each([[[]], [[event('mined'), event('confirmed')]]])(
  'a payment is on chain if a block holds it and it succeeded (%j)',
  async (events) => {
    const id = books.store({ events })
    expect(await ask(id, { [hashOf(id)]: true })).toBe(true)
    expect(await ask(id, { [hashOf(id)]: false })).toBe(false)
    expect(await ask(id, {})).toBe(false)
  },
)

it('one that never left the wallet is no payment, and a purchase whose service is gone cannot be checked', async () => {
  expect(await ask(books.store({ events: [event('reverted')] }), {})).toBeNull()
  await expect(ask(books.store(), {}, false)).rejects.toMatchObject({ code: 'offline' })
})
