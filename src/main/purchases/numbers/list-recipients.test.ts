import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
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
