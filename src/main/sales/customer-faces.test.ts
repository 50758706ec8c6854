import { expect, it } from 'vitest'
import type { ProductRowView } from '../../shared/catalog/views.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { scriptedVariants } from '../../testing/fixtures/catalog.ts'
import { scriptedSale } from '../../testing/fixtures/sales.ts'
import { createCustomerFaces } from './customer-faces.ts'

const [product] = scriptedVariants as unknown as [ProductRowView]
const sale = scriptedSale(14)
const row = { productType: 'topup', country: 'MX', image: '/image/lumo' } as PurchaseRowView
let bought: PurchaseRowView | null = row
const face = createCustomerFaces({
  onSale: { product: (sku) => (sku === product.sku ? product : null) },
  sales: { get: () => sale },
  purchases: { row: () => bought },
  flagOf: (iso2) => `/image/${iso2}`,
})
const price = { currency: 'MXN', amount: '105' }

it('shows a product as the catalog has it, whatever else the page says', () => {
  expect(face({ kind: 'check', sku: product.sku, reference: '', price: null })).toEqual({
    kind: 'check',
    product: {
      brand: product.brandName,
      value: { currency: product.price.fiatCurrency, amount: product.price.fiatValue },
      productType: product.productType,
      country: product.country,
      image: product.image,
    },
    reference: null,
    price: null,
  })
  expect(() => face({ kind: 'check', sku: 'unknown', reference: '', price: null })).toThrow('not on sale')
})

it('names no country for what works in several, before and after the sale', () => {
  const supportedCountries = ['MX', 'US']
  const faces = createCustomerFaces({
    onSale: { product: () => ({ ...product, supportedCountries }) },
    sales: { get: () => sale },
    purchases: { row: () => ({ ...row, countryCount: supportedCountries.length }) },
    flagOf: () => null,
  })
  for (const shown of [
    { kind: 'check', sku: product.sku, reference: '', price: null },
    { kind: 'sold', purchaseId: sale.purchaseId },
  ] as const)
    expect(faces(shown)).toMatchObject({ product: { country: '' } })
})

it.each([
  [
    '+525512345678',
    { kind: 'phone', text: '55 1234 5678', country: { iso2: 'MX', callingCode: '52', flag: '/image/MX' } },
  ],
  ['+99', { kind: 'phone', text: '+99', country: null }],
  ['ana@example.com', { kind: 'email', text: 'ana@example.com', country: null }],
  ['Meter 12', { kind: 'other', text: 'Meter 12', country: null }],
])('shows where it goes: %s', (reference, shown) => {
  expect(face({ kind: 'check', sku: null, reference, price })).toEqual({
    kind: 'check',
    product: null,
    reference: shown,
    price,
  })
})

it('shows a sale as it was sold, also if its purchase cannot be read', () => {
  const { price: paid, given, change } = sale
  const sold = {
    kind: 'sold',
    reference: { kind: 'phone', text: '55 1234 5678', country: { iso2: 'MX', callingCode: '52', flag: '/image/MX' } },
    currency: 'MXN',
    price: paid,
    given,
    change,
  }
  const named = { brand: 'Lumo Móvil', value: { currency: 'MXN', amount: '200.00' } }
  const input = { kind: 'sold', purchaseId: sale.purchaseId } as const
  expect(face(input)).toEqual({ ...sold, product: { ...named, productType: 'topup', country: 'MX', image: row.image } })
  bought = null
  expect(face(input)).toEqual({ ...sold, product: { ...named, productType: '', country: '', image: null } })
})
