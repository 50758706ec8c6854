import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requests } from '../../shared/contract.ts'
import type { Prices } from '../../shared/sales/views.ts'
import { profileSchema } from '../../shared/services/profile.ts'
import { scriptedPeople } from '../../testing/fixtures/steps.ts'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../testing/catalog/cache.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createSealer, SealError, type Sealer } from '../db/seal.ts'
import { markDraftBought } from '../purchases/drafts/drafts-repository.ts'
import { insertSale } from '../sales/sales-repository.ts'
import { insertShift } from '../sales/shifts-repository.ts'
import type { ProfileSettings } from '../settings/profiles-repository.ts'
import { policySchema } from '../policy/policy-schema.ts'
import { findUnavailable } from '../catalog/find-unavailable.ts'
import { openOnSale } from '../catalog/on-sale.ts'
import { openDrafts, type Drafts, type DraftsOptions } from '../purchases/drafts/drafts.ts'
import { openCounter, type Counter, type CounterOptions } from '../sales/counter.ts'
import { openRetailPrices } from '../sales/retail-prices.ts'
import { serviceKey } from '../settings/save-profile.ts'
import { ownersAmong } from '../people/owner-of.ts'
import { openFavourites, type Favourites, type FavouritesOptions } from './favourites.ts'

let folder: string
let ledger: WritableDb
let catalog: TestCatalog
let saved: { readonly favourites: Favourites; readonly counter: Counter; readonly drafts: Drafts }
let profile: ProfileSettings | null
let chosen:
  | (NonNullable<ReturnType<FavouritesOptions['chosen']>> & {
      readonly counter?: NonNullable<ReturnType<CounterOptions['chosen']>>
    })
  | null = null
let prices: Prices | null = null
let clock = 0
let isReadable = true
let check: DraftsOptions['check']

const real = createSealer(randomBytes(32))
const ready = (): Sealer => {
  if (!isReadable) throw new SealError('No key')
  return real
}
const sealer: Sealer = {
  seal: (plain, purpose) => ready().seal(plain, purpose),
  unseal: (box, purpose) => ready().unseal(box, purpose),
}
const service = (baseUrl: string): ProfileSettings => profileSchema.parse({ name: 'Test', baseUrl, integrator: 'till' })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-kept-'))
  ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'normal')
  catalog = openTestCatalog()
  profile = service('https://a.example')
  chosen = prices = null
  isReadable = true
  check = async () => null
  clock = Date.parse('2026-11-20T10:00:00Z')
  const shop = {
    ledger,
    onSale: openOnSale({ use: (work) => work(catalog.db) }),
    service: () => profile && serviceKey(profile),
    now: () => clock++,
  }
  const retail = openRetailPrices(ledger, shop.onSale, { prices: () => prices }, shop.service)
  saved = {
    favourites: openFavourites({ ...shop, chosen: () => chosen }),
    counter: openCounter({ ...shop, chosen: () => chosen?.counter ?? null, prices: () => prices, retail }),
    drafts: openDrafts({
      ...shop,
      people: { owners: () => ownersAmong(scriptedPeople) },
      sealer,
      check: (sku, typed) => check(sku, typed),
    }),
  }
  sell('5.50')
})
afterEach(() => {
  ledger.close()
  catalog.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** Fills the catalog with Elm, and with Oak at `coins` unless it is null. */
function sell(coins: string | null): void {
  const oak = coins === null ? [] : [rawBrand('Oak', 1, [rawVariant('OAK-I', { price: price('MXN', '100', coins) })])]
  const brands = [...oak, rawBrand('Elm', 2, [rawVariant('ELM-I')])]
  catalog.write([{ productType: 'topup', brands }], clock)
}

it('nothing that is saved counts as gone while no catalog is loaded', async () => {
  saved.favourites.set({ kind: 'product', key: 'OAK-I', starred: true })
  saved.counter.set([{ name: 'Top-ups', products: ['OAK-I'] }])
  saved.drafts.save({ id: null, sku: 'OAK-I', reference: '1', fields: {}, paymentMethod: null })
  catalog.dispose()
  catalog = openTestCatalog()
  const oak = [{ product: { brandName: 'Oak' }, gone: false }]
  expect(saved.favourites.list().products).toMatchObject(oak)
  expect(saved.counter.get().pages).toMatchObject([{ products: oak }])
  expect(await saved.drafts.list()).toMatchObject(oak)
})

describe('favourites', () => {
  const star = (kind: 'brand' | 'product', key: string, starred = true) =>
    requests['favourites.set'].output.parse(saved.favourites.set({ kind, key, starred }))

  it('are shown as the catalog has them now', () => {
    star('product', 'OAK-I')
    expect(star('brand', 'elm')).toMatchObject({
      brands: [{ brand: { slug: 'elm', name: 'Elm', variants: 1 }, gone: false }],
      products: [{ product: { sku: 'OAK-I', brandName: 'Oak' }, gone: false, before: null }],
    })
    expect(star('brand', 'elm', false).brands).toEqual([])
  })

  it('show that a price moved until the product is starred again', () => {
    star('product', 'OAK-I')
    sell('6.05')
    expect(saved.favourites.list().products).toMatchObject([
      { product: { price: { stableCoinValue: '6.05' } }, before: '5.50' },
    ])
    expect(star('product', 'OAK-I').products).toMatchObject([{ before: null }])
  })

  it('keep the name of a product that is gone, and show it again when it returns', () => {
    star('product', 'OAK-I')
    star('brand', 'oak')
    sell(null)
    expect(requests['favourites.list'].output.parse(saved.favourites.list())).toMatchObject({
      brands: [{ brand: { slug: 'oak', name: 'Oak' }, gone: true }],
      products: [
        { product: { sku: 'OAK-I', brandName: 'Oak', price: { stableCoinValue: '5.50' } }, gone: true, before: null },
      ],
    })
    sell('5.50')
    expect(saved.favourites.list().products).toMatchObject([{ gone: false }])
  })

  it('belong to their service, and stay with the profile that replaces theirs', () => {
    star('product', 'OAK-I')
    profile = service('https://b.example')
    expect(saved.favourites.list().products).toEqual([])
    star('product', 'OAK-I')
    expect(star('product', 'OAK-I', false).products).toEqual([])
    profile = { ...service('https://a.example/'), name: 'Another name' }
    expect(saved.favourites.list().products).toHaveLength(1)
    profile = null
    expect(saved.favourites.list()).toEqual({ brands: [], products: [] })
    expect(() => star('product', 'OAK-I')).toThrow(expect.objectContaining({ code: 'no-profile' }))
  })

  it('keep their order when one is starred again, and those of another service when one is not any more', () => {
    const skus = (): string[] => saved.favourites.list().products.map(({ product }) => product.sku)
    for (const sku of ['OAK-I', 'ELM-I', 'OAK-I']) star('product', sku)
    expect(skus()).toEqual(['ELM-I', 'OAK-I'])
    profile = service('https://b.example')
    star('product', 'OAK-I')
    profile = service('https://a.example')
    star('product', 'OAK-I', false)
    expect(skus()).toEqual(['ELM-I'])
    profile = service('https://b.example')
    expect(skus()).toEqual(['OAK-I'])
  })

  it('refuse a product that is not on sale', () => {
    expect(() => star('product', 'none')).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => star('brand', 'none')).toThrow(expect.objectContaining({ code: 'not-found' }))
  })
})

describe('the counter', () => {
  const page = (name: string, ...products: string[]) => ({ name, products })
  const set = (...pages: ReturnType<typeof page>[]) => requests['counter.set'].output.parse(saved.counter.set(pages))
  const skus = ({ pages } = saved.counter.get()) => pages.map(({ products }) => products.map((one) => one.product.sku))

  it('has pages in the manager’s order, each product once, and returns them as they were set', () => {
    expect(saved.counter.get()).toEqual({ currency: null, byPolicy: false, pages: [], recent: [] })
    expect(set(page('Top-ups', 'OAK-I', 'ELM-I', 'OAK-I'), page('Games')).pages.map(({ name }) => name)).toEqual([
      'Top-ups',
      'Games',
    ])
    expect(skus()).toEqual([['OAK-I', 'ELM-I'], []])
    expect(skus(set(page('Games', 'ELM-I'), page('Top-ups', 'ELM-I', 'OAK-I')))).toEqual([
      ['ELM-I'],
      ['ELM-I', 'OAK-I'],
    ])
  })

  it('shows approximate cash prices by the matching rule, and none for a coin that is not a dollar coin', () => {
    set(page('Top-ups', 'OAK-I'))
    expect(saved.counter.get().pages[0]?.products[0]?.price).toBeNull()
    const any = { productType: null, brandSlug: null, country: null, fixed: '0' }
    const rules = [
      { ...any, percent: '50', upTo: null },
      { ...any, brandSlug: 'oak', percent: '10', upTo: '0.5' },
    ]
    const limits = { perSale: null, perClerk: null, perShift: null, perDay: null, cashOut: null, leastMarkup: '0' }
    prices = { currency: 'MXN', rate: '20', rules, limits }
    // 5.50 dollars at 20, plus 10 %.
    expect(saved.counter.get()).toMatchObject({ currency: 'MXN', pages: [{ products: [{ price: '121' }] }] })
    const euros = { ...price('MXN', '100', '5.50'), stableCoinCurrency: 'EURC' }
    catalog.write(
      [{ productType: 'topup', brands: [rawBrand('Oak', 1, [rawVariant('OAK-I', { price: euros })])] }],
      clock,
    )
    expect(saved.counter.get().pages[0]?.products[0]?.price).toBeNull()
  })

  it('keeps and names products that are gone, and accepts no new one that is not on sale', () => {
    set(page('Top-ups', 'OAK-I'))
    sell(null)
    expect(saved.counter.get().pages[0]?.products).toMatchObject([
      { product: { brandName: 'Oak' }, gone: true, price: null },
    ])
    expect(skus(set(page('All', 'ELM-I', 'OAK-I')))).toEqual([['ELM-I', 'OAK-I']])
    expect(() => set(page('All', 'NONE-I'))).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(skus()).toEqual([['ELM-I', 'OAK-I']])
    sell('5.50')
    expect(saved.counter.get().pages[0]?.products[1]).toMatchObject({ gone: false })
  })

  it('lists the products sold last, newest first, once each, and only those still on sale', () => {
    insertShift(ledger, 'MXN', '0', 1)
    const sold = { shift: 1, clerkId: null, at: 2, product: 'Any', price: '121', cost: '110', given: '150' }
    for (const sku of ['OAK-I', 'ELM-I', 'NONE-I', 'OAK-I'])
      insertSale(ledger, { ...sold, sku, purchaseId: randomUUID() })
    const recent = () => requests['counter.get'].output.parse(saved.counter.get()).recent
    expect(recent().map(({ product }) => product.sku)).toEqual(['OAK-I', 'ELM-I'])
    sell(null)
    expect(recent().map(({ product }) => product.sku)).toEqual(['ELM-I'])
  })

  it('belongs to its service', () => {
    set(page('Top-ups', 'OAK-I'))
    profile = service('https://b.example')
    expect(skus()).toEqual([])
    expect(skus(set(page('Games', 'ELM-I')))).toEqual([['ELM-I']])
    profile = service('https://a.example')
    expect(skus()).toEqual([['OAK-I']])
    profile = null
    expect(skus()).toEqual([])
    expect(() => set()).toThrow(expect.objectContaining({ code: 'no-profile' }))
  })

  it('is the policy’s if it sets pages, without products not sold here, and then cannot be changed', () => {
    set(page('Own', 'OAK-I'))
    chosen = { brands: [], products: [], counter: [page('Games', 'NONE-I', 'ELM-I', 'ELM-I')] }
    expect(saved.counter.get()).toMatchObject({ byPolicy: true, pages: [{ name: 'Games' }] })
    expect(skus()).toEqual([['ELM-I']])
    expect(() => set()).toThrow(expect.objectContaining({ code: 'not-allowed', details: { reason: 'policy' } }))
    chosen = { brands: [], products: [] }
    expect(skus()).toEqual([['OAK-I']])
  })
})

describe('a policy’s product that is not on sale', () => {
  const values = policySchema.parse({
    favourites: {
      brands: ['none'],
      products: ['OAK-I', 'NONE-1'],
      counter: [{ name: 'Games', products: ['ELM-I', 'NONE-2'] }],
    },
    prices: {
      currency: 'MXN',
      rate: '17',
      rules: [{ percent: '5' }, { productType: 'none-type' }, { brandSlug: 'none-brand' }],
    },
  })
  const unavailable = (): string[] =>
    findUnavailable(values, openOnSale({ use: (work) => work(catalog.db) })).map(({ name, path }) => `${path} ${name}`)

  it('is reported by its path, until the catalog has it', () => {
    expect(unavailable()).toEqual([
      'favourites.brands.0 none',
      'favourites.products.1 NONE-1',
      'favourites.counter.0.products.1 NONE-2',
      'prices.rules.1.productType none-type',
      'prices.rules.2.brandSlug none-brand',
    ])
    expect(findUnavailable({}, openOnSale({ use: (work) => work(catalog.db) }))).toEqual([])
  })

  it('is not reported while there is no catalog', () => {
    catalog = openTestCatalog()
    expect(unavailable()).toEqual([])
  })
})

describe('a draft', () => {
  const typed = { sku: 'OAK-I', reference: '55 123', fields: { 'sender.name': 'Eva' } }
  const keep = (given: Partial<Parameters<typeof saved.drafts.save>[0]> = {}) =>
    requests['drafts.save'].output.parse(saved.drafts.save({ id: null, ...typed, paymentMethod: null, ...given }))

  function storePurchase(): string {
    const id = randomUUID()
    ledger
      .prepare(
        `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
         VALUES (?, 1, 'p', '7:0x0', '0x1', '{}', x'00')`,
      )
      .run(id)
    return id
  }

  it('is returned as typed, and changed in place', async () => {
    const paymentMethod = { networkKey: 'harbour', tokenKey: 'usdc' }
    const { id } = keep({ paymentMethod })
    expect(saved.drafts.get(id)).toMatchObject({
      reference: '55 123',
      fields: typed.fields,
      paymentMethod,
      purchaseId: null,
    })
    keep({ id, reference: '+52 55 1234 5678' })
    expect(requests['drafts.list'].output.parse(await saved.drafts.list())).toMatchObject([
      { id, recipient: '+52 55 1234 5678', gone: false, before: null },
    ])
    expect(await saved.drafts.remove(id)).toEqual([])
    expect(() => saved.drafts.get(id)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('changes to another product and payment method, and is bought as that', () => {
    const [first, second] = [
      { networkKey: 'harbour', tokenKey: 'usdc' },
      { networkKey: 'bay', tokenKey: 'usdt' },
    ]
    const { id } = keep({ paymentMethod: first })
    keep({ id, sku: 'ELM-I', paymentMethod: second })
    expect(saved.drafts.get(id)).toMatchObject({ product: { sku: 'ELM-I' }, paymentMethod: second })
    // A product that was never on sale replaces none.
    expect(() => keep({ id, sku: 'NONE-I' })).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(keep({ id, sku: 'ELM-I' })).toMatchObject({ product: { sku: 'ELM-I' }, paymentMethod: null })
    expect(markDraftBought(ledger, id, 'OAK-I', randomUUID())).toBe(false)
    expect(markDraftBought(ledger, id, 'ELM-I', storePurchase())).toBe(true)
    expect(markDraftBought(ledger, id, 'ELM-I', storePurchase())).toBe(false)
  })

  it('shows a moved price and a product that is gone, and can still be changed', () => {
    const { id } = keep()
    sell('5.00')
    expect(saved.drafts.get(id)).toMatchObject({ before: '5.50', gone: false })
    sell(null)
    expect(saved.drafts.get(id)).toMatchObject({ gone: true, before: null, product: { brandName: 'Oak' } })
    expect(keep({ id, reference: '1' })).toMatchObject({ gone: true, reference: '1' })
    expect(() => keep()).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('belongs to its service', async () => {
    const { id } = keep()
    profile = service('https://b.example')
    expect(await saved.drafts.list()).toEqual([])
    expect(() => saved.drafts.get(id)).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => keep({ id, reference: '1' })).toThrow(expect.objectContaining({ code: 'not-found' }))
    profile = service('https://a.example')
    expect(await saved.drafts.list()).toHaveLength(1)
    expect(saved.drafts.get(id).reference).toBe(typed.reference)
  })

  it('is listed with its recipient as it would be sent, a number in groups, and says whether anything is missing', async () => {
    keep({ reference: '55 1234 5678' })
    keep({ reference: '551111' })
    check = async (sku, { reference }) => {
      const isComplete = reference.length > 10
      return { reference: isComplete ? '+525512345678' : null, fields: [], isComplete: isComplete && sku === 'OAK-I' }
    }
    expect(await saved.drafts.list()).toMatchObject([
      { recipient: '551111', person: null, isComplete: false },
      { recipient: '+52 55 1234 5678', person: 'Ana', isComplete: true },
    ])
  })

  it('is listed with the number in a field as it would be sent', async () => {
    keep({ reference: '', fields: { 'recipient.phone': '55 1234 5678', 'recipient.name': 'Ana' } })
    const fields = [{ key: 'recipient.phone', value: '+525512345678' }]
    check = async () => ({ reference: null, fields, isComplete: true })
    expect(await saved.drafts.list()).toMatchObject([{ recipient: '+52 55 1234 5678', person: 'Ana' }])
  })

  it('is listed while records cannot be read, and opens after an unlock', async () => {
    const { id } = keep()
    isReadable = false
    expect(await saved.drafts.list()).toMatchObject([{ id, recipient: null, product: { brandName: 'Oak' } }])
    expect(() => saved.drafts.get(id)).toThrow(expect.objectContaining({ code: 'locked' }))
    expect(() => keep()).toThrow(expect.objectContaining({ code: 'locked' }))
    expect(await saved.drafts.list()).toHaveLength(1)
  })

  it('shows only its outcome once bought', async () => {
    const { id } = keep()
    const purchaseId = storePurchase()
    markDraftBought(ledger, id, 'OAK-I', purchaseId)
    expect(await saved.drafts.list()).toEqual([])
    expect(requests['drafts.get'].output.parse(saved.drafts.get(id))).toMatchObject({
      purchaseId,
      recipient: null,
      reference: '',
      fields: {},
    })
    expect(() => keep({ id })).toThrow(
      expect.objectContaining({ code: 'not-allowed', details: { reason: 'draft-bought' } }),
    )
    expect(await saved.drafts.remove(id)).toEqual([])
    expect(saved.drafts.get(id).purchaseId).toBe(purchaseId)
  })
})
