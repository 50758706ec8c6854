import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { createSealer } from '../../db/seal.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { createKnownNumbers } from './known-numbers.ts'

let books: TestLedger
beforeEach(() => (books = openTestLedger()))
afterEach(() => books.dispose())

const registered: PurchaseEvent[] = [
  { type: 'mined' },
  { type: 'confirmed' },
  { type: 'registration-prepared' },
  { type: 'registered', status: 'PENDING' },
]
const ended = (status: string): PurchaseEvent[] => [...registered, { type: 'service-status', status }]
const topUp = { brandSlug: 'oak', productType: 'topup', country: 'MX' }

it('doubts a number one slip from one with two deliveries, and follows new deliveries', async () => {
  const numbers = createKnownNumbers(books.context)
  books.store({ createdAt: 1, reference: '+525512345678', events: ended('SUCCESS') })
  expect(await numbers.doubt(topUp, '+525512345679', [])).toBeNull()
  books.store({ createdAt: 2, reference: '+525512345678', events: ended('SUCCESS') })
  expect(await numbers.doubt(topUp, '+525512345679', [])).toMatchObject({ known: '+525512345678', times: 2 })
  expect(await numbers.doubt(null, '+525512345679', [])).toMatchObject({ known: '+525512345678', times: 2 })
  expect(await numbers.doubt(null, '+525512345678', [])).toBeNull()
  expect(await numbers.doubt(topUp, '+525512345678', [])).toBeNull()
  expect(await numbers.doubt({ ...topUp, brandSlug: 'elm' }, '+525512345678', [])).toEqual({
    reason: 'other-brand',
    brand: 'Oak',
    slug: 'oak',
  })
})

it('doubts a number one slip from a saved one at once, and names the person', async () => {
  const mom = { name: 'Mom Lucia', phones: ['+525512345678', '+14155550123'] }
  const luis = { name: 'Luis', phones: ['+525512345670'] }
  const numbers = createKnownNumbers(books.context)
  books.store({ createdAt: 1, reference: '5512345678', country: 'MX', events: ended('SUCCESS') })
  const doubt = { reason: 'similar-number', known: '+525512345678', name: 'Mom Lucia', times: 1 }
  for (const slip of ['+525512345679', '5512345679', '+525512346678', '+525512435678', '+525612345678'])
    expect(await numbers.doubt(topUp, slip, [mom]), slip).toEqual(doubt)
  expect(await numbers.doubt(null, '+14155550132', [mom])).toMatchObject({ known: '+14155550123', times: 0 })
  for (const exact of ['+525512345678', '5512345678', '+14155550123', '+525512345670'])
    expect(await numbers.doubt(topUp, exact, [mom, luis]), exact).toBeNull()
})

it('counts deliveries only: a failed top-up proves nothing about its number', async () => {
  for (const createdAt of [1, 2]) books.store({ createdAt, reference: '+525512345678', events: ended('FAILED') })
  expect(await createKnownNumbers(books.context).doubt(topUp, '+525512345679', [])).toBeNull()
})

it('doubts nothing that is no phone number', async () => {
  for (const createdAt of [1, 2]) books.store({ createdAt, reference: 'ana1@example.org', events: ended('SUCCESS') })
  expect(await createKnownNumbers(books.context).doubt(topUp, 'ana2@example.org', [])).toBeNull()
})

it('doubts nothing while the records key is missing, and reads the numbers once it is there', async () => {
  const stranger = createSealer(new Uint8Array(32).fill(7))
  const own = books.context.sealer
  let opener = stranger
  const context = {
    ...books.context,
    sealer: { seal: own.seal, unseal: (box: Uint8Array, purpose: string) => opener.unseal(box, purpose) },
  }
  for (const createdAt of [1, 2]) books.store({ createdAt, reference: '+525512345678', events: ended('SUCCESS') })
  const numbers = createKnownNumbers(context)
  expect(await numbers.doubt(topUp, '+525512345679', [])).toBeNull()
  opener = own
  expect(await numbers.doubt(topUp, '+525512345679', [])).toMatchObject({ times: 2 })
})

it('counts a number once in whichever form it was sent, and names it with its calling code', async () => {
  books.store({ createdAt: 1, reference: '5512345678', country: 'MX', events: ended('SUCCESS') })
  books.store({ createdAt: 2, reference: '+525512345678', events: ended('SUCCESS') })
  const numbers = createKnownNumbers(books.context)
  expect(await numbers.doubt(topUp, '5512345679', [])).toEqual({
    reason: 'similar-number',
    known: '+525512345678',
    name: null,
    times: 2,
  })
  expect(await numbers.doubt(topUp, '5512345678', [])).toBeNull()
})

it('compares a number that was sent with its leading zero in every form', async () => {
  const british = { ...topUp, country: 'GB' }
  for (const [createdAt, reference] of ['07400123456', '+447400123456'].entries())
    books.store({ createdAt, reference, country: 'GB', events: ended('SUCCESS') })
  const numbers = createKnownNumbers(books.context)
  for (const slip of ['07400123457', '+447400123457', '7400123457', '17400123456', '07400123465'])
    expect(await numbers.doubt(british, slip, []), slip).toMatchObject({ known: '+447400123456', times: 2 })
  const mum = { name: 'Mum', phones: ['+447400123456'] }
  for (const exact of ['07400123456', '+447400123456', '447400123456'])
    for (const people of [[], [mum]]) expect(await numbers.doubt(british, exact, people), exact).toBeNull()
})

it('compares a number that was sent in the old Mexican form in every form', async () => {
  for (const createdAt of [1, 2, 3])
    books.store({ createdAt, reference: '+5215512345678', country: 'MX', events: ended('SUCCESS') })
  const numbers = createKnownNumbers(books.context)
  for (const slip of ['+525512345679', '5512345679', '+5215512345679', '+5225512345678'])
    expect(await numbers.doubt(topUp, slip, []), slip).toMatchObject({ known: '+525512345678', times: 3 })
  for (const exact of ['+525512345678', '5512345678', '+5215512345678'])
    expect(await numbers.doubt({ ...topUp, brandSlug: 'elm' }, exact, []), exact).toMatchObject({
      reason: 'other-brand',
    })
})

it('leaves out a damaged purchase, and compares no short number', async () => {
  const [damaged = ''] = [1, 2, 3].map((createdAt) =>
    books.store({ createdAt, reference: '+525512345678', events: ended('SUCCESS') }),
  )
  books.context.ledger.prepare("UPDATE purchases SET terms = '{' WHERE id = ?").run(damaged)
  const numbers = createKnownNumbers(books.context)
  expect(await numbers.doubt(topUp, '+525512345679', [])).toMatchObject({ times: 2 })
  expect(await numbers.doubt(topUp, '345679', [])).toBeNull()
})
