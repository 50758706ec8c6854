import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { writeNote } from '../../notes/sealed-note.ts'
import { readPurchase } from '../purchase-repository.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { Reach } from './match-purchase.ts'
import { matchPurchases, searchPurchases } from './search-purchases.ts'

let books: TestLedger
let names: Map<string, string>
beforeEach(() => {
  books = openTestLedger()
  names = new Map()
})
afterEach(() => books.dispose())

const at = (type: PurchaseEvent['type'], more: object = {}): PurchaseEvent => ({ type, ...more }) as PurchaseEvent
const registered = [at('mined'), at('confirmed'), at('registration-prepared'), at('registered', { status: 'PENDING' })]
const delivered = [...registered, at('service-status', { status: 'SUCCESS' })]
const refunded = [...registered, at('service-status', { status: 'FAILED' }), at('refund-seen')]

const ana = { name: 'Ana María', phones: ['+5581998765432'], emails: ['ana@example.org'] }
const manager: Reach = { isManager: true, people: [ana] }
const clerk: Reach = { isManager: false, people: [] }

/** A Sunday, a day after the newest purchase below. */
const now = new Date(2026, 10, 29, 9).getTime()

/** Stores a purchase under a name that says what a search should find. */
function store(name: string, options: Parameters<TestLedger['store']>[0] = {}): string {
  const id = books.store({ events: delivered, createdAt: Date.UTC(2026, 4, 5, 12), reference: '', ...options })
  names.set(id, name)
  return id
}

async function found(text: string, reach = manager): Promise<string[]> {
  const context = { ...books.context, now: () => now } as PurchaseContext
  const ids = await matchPurchases(context, { text, status: null }, reach)
  return ids.map((id) => names.get(id) ?? id).sort()
}

describe('a purchase is found', () => {
  beforeEach(() => {
    store('recife', {
      brandName: 'Vivo',
      country: 'BR',
      reference: '+5581998765432',
      fiat: { fiatCurrency: 'BRL', fiatAmount: '50.00' },
      totalAmount: '9.12',
      inMoney: { currency: 'MXN', amount: '105.2' },
      createdAt: new Date(2026, 10, 28, 12).getTime(),
    })
    store('mexico', {
      brandName: 'Lumo',
      country: 'MX',
      reference: '+525512345678',
      fiat: { fiatCurrency: 'MXN', fiatAmount: '200' },
      totalAmount: '5.241234',
      inMoney: { currency: 'BRL', amount: '50.55' },
      events: refunded,
      createdAt: new Date(2026, 9, 3, 12).getTime(),
    })
    store('paris', {
      brandName: 'Arcade',
      country: 'FR',
      productType: 'gift_card',
      reference: 'ana@example.org',
      fiat: { fiatCurrency: 'EUR', fiatAmount: '1000' },
      totalAmount: '1100',
      events: [at('reverted')],
      createdAt: new Date(2025, 7, 11, 12).getTime(),
    })
    store('lyon', {
      brandName: 'Orbita',
      country: 'FR',
      productType: 'esim',
      fields: [{ key: 'phoneNumber', value: '+33612345678' }],
      gigabytes: '5',
      fiat: { fiatCurrency: 'EUR', fiatAmount: '9.80' },
      events: [],
      createdAt: new Date(2026, 1, 1, 12).getTime(),
    })
  })

  test.each([
    // Phone numbers, as people write them.
    ['81 99876-5432', ['recife']],
    ['(81) 99876-5432', ['recife']],
    ['081 99876 5432', ['recife']],
    ['+55 81 99876-5432', ['recife']],
    ['0055 81 9 9876 5432', ['recife']],
    ['99876-5432', ['recife']],
    ['5432', ['recife']],
    ['432', ['recife']],
    ['vivo 81 99876-5432', ['recife']],
    ['50 81 99876-5432', ['recife']],
    ['81 99876-5432 50', ['recife']],
    ['lumo 81 99876-5432', []],
    ['81 99876-5433', []],
    ['+52 1 55 1234 5678', ['mexico']],
    ['55.1234.5678', ['mexico']],
    ['06 12 34 56 78', ['lyon']],
    ['+33 (0)6 12 34 56 78', ['lyon']],
    // Amounts.
    ['200', ['mexico']],
    ['MX$200', ['mexico']],
    ['$200', ['mexico']],
    ['200 pesos', ['mexico']],
    ['200,00 mxn', ['mexico']],
    ['R$ 50,00', ['recife']],
    ['R$50', ['mexico', 'recife']],
    ['50 reais', ['recife']],
    ['R$ 200', []],
    ['MX$50', []],
    ['5.24', ['mexico']],
    ['5,25 usdc', ['mexico']],
    ['5.2412', ['mexico']],
    ['5.23', []],
    ['9.12', ['recife']],
    ['1,000', ['paris']],
    ['1.000,00 €', ['paris']],
    ['1 000,00 €', ['paris']],
    ['€9.80', ['lyon']],
    ['20', []],
    // Amounts in words.
    ['fifty', ['recife']],
    ['cinquenta', ['recife']],
    ['cinquenta reais', ['recife']],
    ['cinquante', ['recife']],
    ['doscientos pesos', ['mexico']],
    ['two hundred', ['mexico']],
    ['mil', ['paris']],
    ['vivo fifty', ['recife']],
    ['cento e cinquenta', []],
    // Parts of numbers.
    ['819', ['recife']],
    ['551 23', ['mexico']],
    ['55 12', ['mexico']],
    ['987', []],
    // Data.
    ['5 GB', ['lyon']],
    ['5gb', ['lyon']],
    ['5 Go', ['lyon']],
    ['5000 MB', ['lyon']],
    ['50 GB', []],
    // Days.
    ['yesterday', ['recife']],
    ['ayer', ['recife']],
    ['ontem', ['recife']],
    ['hier', ['recife']],
    ['saturday', ['recife']],
    ['sábado', ['recife']],
    ['samedi', ['recife']],
    ['today', []],
    ["aujourd'hui", []],
    ['sunday', []],
    // Months and days.
    ['november', ['recife']],
    ['novembro', ['recife']],
    ['noviembre', ['recife']],
    ['nov. 2026', ['recife']],
    ['novembro de 2026', ['recife']],
    ['nov 2025', []],
    ['28 nov', ['recife']],
    ['11/2026', ['recife']],
    ['2026-11', ['recife']],
    ['28/11/2026', ['recife']],
    ['11/28/2026', ['recife']],
    ['28.11.2026', ['recife']],
    ['1/2/2026', ['lyon']],
    ['août', ['paris']],
    ['agosto 2025', ['paris']],
    ['2025', ['paris']],
    // Types.
    ['recarga', ['mexico', 'recife']],
    ['top-up', ['mexico', 'recife']],
    ['top up', ['mexico', 'recife']],
    ['recarga 200', ['mexico']],
    ['gift card', ['paris']],
    ['tarjeta de regalo', ['paris']],
    ['cartão-presente', ['paris']],
    ['carte cadeau', ['paris']],
    ['forfait data', ['lyon']],
    ['esim', ['lyon']],
    // States.
    ['refunded', ['mexico']],
    ['reembolsado', ['mexico']],
    ['remboursée', ['mexico']],
    ['estorno', ['mexico']],
    ['entregue', ['recife']],
    ['unpaid', ['paris']],
    ['refunded brazil', []],
    // People.
    ['ana', ['paris', 'recife']],
    ['ana maria', ['paris', 'recife']],
    ['maría vivo', ['recife']],
    // It was not sold over the counter.
    ['counter', []],
  ])('by %j: %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected)
  })

  it.each([
    ['50,55', 'mexico'],
    ['R$ 50,55', 'mexico'],
    ['R$51', 'mexico'],
    ['MX$105', 'recife'],
    ['$105.20', 'recife'],
    ['105.20mxn', 'recife'],
  ])('by what was shown of it when it was bought: %s', async (text, name) => {
    expect(await found(text)).toEqual([name])
    expect(await found(text, clerk)).toEqual([])
  })

  it('not at first by a bare amount without the cents that were shown, and never in another currency', async () => {
    for (const text of ['105', 'R$105', 'MX$50,55', 'MX$104']) expect(await found(text)).toEqual([])
  })

  it('by a bare amount without the cents that were shown, only where nothing else has the number', async () => {
    store('other', { inMoney: { currency: 'MXN', amount: '200.75' } })
    const context = { ...books.context, now: () => now } as PurchaseContext
    const search = async (text: string): Promise<unknown> => {
      const { purchases, total } = await searchPurchases(context, { text, status: null, offset: 0, limit: 9 })
      expect(total).toBe(purchases.length)
      return purchases.map(({ id }) => names.get(id))
    }
    expect(await search('105')).toEqual(['recife'])
    expect(await search('vivo 105')).toEqual(['recife'])
    expect(await search('lumo 105')).toEqual([])
    expect(await search('107')).toEqual([])
    // So much was the price of another.
    expect(await search('200')).toEqual(['mexico'])
  })

  it('to a clerk never by what it cost in coins, nor by people', async () => {
    for (const text of ['5.24', '9.12', 'ana maria']) expect(await found(text, clerk), text).toEqual([])
    for (const text of ['MX$200', 'octubre', 'refunded']) expect(await found(text, clerk), text).toEqual(['mexico'])
  })

  it('by its own note with a number or a word of the search, but never to a clerk', async () => {
    writeNote(books.context, store('noted', { brandName: 'Elm' }), { note: 'Rent 31 of May', tags: ['home'] })
    for (const text of ['rent 31', '#home elm', 'elm may']) expect(await found(text), text).toEqual(['noted'])
    for (const text of ['rent', '#home', 'elm rent']) expect(await found(text, clerk), text).toEqual([])
    expect(await found('elm', clerk)).toEqual(['noted'])
  })
})

it('finds every purchase by its own number, price, month and state, however they are ordered and typed', async () => {
  const purchase = fc.record({
    national: fc.stringMatching(/^[1-9]\d{9}$/),
    amount: fc.integer({ min: 1, max: 5_000 }),
    day: fc.date({ min: new Date(2020, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true }),
    space: fc.constantFrom(' ', '-', '.', ''),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(purchase, async ({ national, amount, day, space, order }) => {
      const id = store('one', {
        reference: `+52${national}`,
        fiat: { fiatCurrency: 'MXN', fiatAmount: `${amount}.00` },
        createdAt: day.getTime(),
      })
      const number = [national.slice(0, 2), national.slice(2, 6), national.slice(6)].join(space)
      const month = `${day.getMonth() + 1}/${day.getFullYear()}`
      const words = [number, `$${amount}`, month, 'entregad']
      const text = order.map((one) => words[one]).join(' ')
      const ids = await matchPurchases(books.context as PurchaseContext, { text, status: null }, manager)
      expect([text, ids.includes(id)]).toEqual([text, true])
      expect(readPurchase(books.context.ledger, id)?.terms.quote.fiatAmount).toBe(`${amount}.00`)
    }),
    { numRuns: 100 },
  )
})
