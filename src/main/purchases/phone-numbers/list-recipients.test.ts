import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { insertSale } from '../../sales/sales-repository.ts'
import { insertShift } from '../../sales/shifts/shifts-repository.ts'
import { listRecipients } from './list-recipients.ts'

let books: TestLedger
beforeEach(() => (books = openTestLedger()))
afterEach(() => books.dispose())

const ended = (status: string): PurchaseEvent[] => [
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'registration-prepared' },
  { type: 'registered', status: 'PENDING' },
  { type: 'service-status', status },
]

it('lists to whom was delivered, newest first, with the name that the product asked for', async () => {
  books.store({ createdAt: 1, reference: '+525512345678', events: ended('SUCCESS') })
  const fields = [
    { key: 'recipient.firstName', value: 'Ana' },
    { key: 'recipient.lastName', value: 'Pérez' },
    { key: 'sender.name', value: 'Luz' },
    { key: 'recipient.email', value: 'ana@example.org' },
  ]
  const card = books.store({ createdAt: 2, reference: '', fields, events: ended('SUCCESS') })
  expect(await listRecipients(books.context)).toMatchObject([
    { purchaseId: card, to: 'ana@example.org', name: 'Ana Pérez', country: 'US' },
    { to: '+525512345678', name: null, sku: 'oak_US_5-I' },
  ])
})

it('leaves out what failed, what went to nobody, and a damaged purchase', async () => {
  books.store({ createdAt: 1, reference: '+525512345678', events: ended('FAILED') })
  books.store({ createdAt: 2, reference: '', events: ended('SUCCESS') })
  const damaged = books.store({ createdAt: 3, events: ended('SUCCESS') })
  books.context.ledger.prepare(`UPDATE purchases SET terms = '{}' WHERE id = ?`).run(damaged)
  expect(await listRecipients(books.context)).toEqual([])
})

it('leaves out customers of the counter, however many they are', async () => {
  const own = books.store({ createdAt: 1, reference: '+525512345678', events: ended('SUCCESS') })
  const { ledger } = books.context
  insertShift(ledger, 'MXN', '0', 1)
  for (let sold = 0; sold < 3; sold++) {
    const purchaseId = books.store({ createdAt: 2 + sold, reference: '+525587654321', events: ended('SUCCESS') })
    const cash = { price: '100', cost: '90', given: '100' }
    insertSale(ledger, { purchaseId, shift: 1, clerkId: null, at: 2, sku: 'oak', product: 'Oak', ...cash })
  }
  expect(await listRecipients(books.context)).toMatchObject([{ purchaseId: own }])
})
