import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { insertSale } from '../sales/sales-repository.ts'
import { insertShift } from '../sales/shifts/shifts-repository.ts'
import { hideRecent, unhideRecent } from './hidden-recents-repository.ts'
import { listRecents } from './list-recents.ts'
import type { PurchaseContext } from './purchase-context.ts'

let books: TestLedger
beforeEach(() => (books = openTestLedger()))
afterEach(() => books.dispose())

const registered: PurchaseEvent[] = [
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'registration-prepared' },
  { type: 'registered', status: 'PENDING' },
]
const events: PurchaseEvent[] = [...registered, { type: 'service-status', status: 'SUCCESS' }, { type: 'finalized' }]

it('lists the usual recipient before one of a single later purchase', () => {
  books.store({ createdAt: 1_000, reference: '+15005550001', events })
  const usual = books.store({ createdAt: 2_000, reference: '+15005550001', events })
  const [older, mistake] = [3_000, 4_000].map((createdAt) =>
    books.store({ createdAt, reference: `+1${createdAt}`, events }),
  )
  expect(listRecents(books.context as PurchaseContext, 4).map(({ id }) => id)).toEqual([usual, mistake, older])
})

it('lists delivered purchases once per product and recipient, latest first', () => {
  const other = books.store({ createdAt: 1_000, reference: '+15005550009', events })
  books.store({ createdAt: 2_000, reference: '+15005550001', events })
  const latest = books.store({ createdAt: 3_000, reference: '+15005550001', events })
  books.store({ createdAt: 4_000, reference: '+15005550002', events: registered })
  books.store({
    createdAt: 5_000,
    reference: '+15005550003',
    events: [...registered, { type: 'service-status', status: 'FAILED' }],
  })
  books.store({ createdAt: 6_000, reference: '+15005550004', events: [{ type: 'reverted' }] })
  const context = books.context as PurchaseContext
  expect(listRecents(context, 4).map(({ id }) => id)).toEqual([latest, other])
  expect(listRecents(context, 1).map(({ id }) => id)).toEqual([latest])
})

it('leaves out what was sold over the counter, however much it was', () => {
  const own = books.store({ createdAt: 1_000, reference: '+15005550001', events })
  const context = books.context as PurchaseContext
  const { ledger } = context
  insertShift(ledger, 'MXN', '0', 1_500)
  for (let sold = 0; sold < 40; sold++) {
    const purchaseId = books.store({ createdAt: 2_000 + sold, reference: '+15005550002', events })
    const cash = { price: '100', cost: '90', given: '100' }
    insertSale(ledger, { purchaseId, shift: 1, clerkId: null, at: 2_000, sku: 'oak', product: 'Oak', ...cash })
  }
  expect(listRecents(context, 4).map(({ id }) => id)).toEqual([own])
})

it('leaves out a hidden product and recipient until they are bought again', () => {
  const context = books.context as PurchaseContext
  const recents = (): string[] => listRecents(context, 4).map(({ id }) => id)
  const [reference, other] = ['+15005550001', '+15005550002']
  books.store({ createdAt: 1_000, reference, events })
  const usual = books.store({ createdAt: 2_000, reference, events })
  const shown = books.store({ createdAt: 3_000, reference: other, events })
  hideRecent(context.ledger, usual)
  hideRecent(context.ledger, usual)
  expect(recents()).toEqual([shown])
  unhideRecent(context.ledger, usual)
  expect(recents()).toEqual([usual, shown])
  hideRecent(context.ledger, usual)
  const again = books.store({ createdAt: 4_000, reference, events })
  expect(recents()).toEqual([again, shown])
})
