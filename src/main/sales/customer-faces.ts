import type { CustomerFace, CustomerShown } from '../../shared/kiosk/customer-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { readSold } from '../../shared/sales/sold-product.ts'
import type { SaleView } from '../../shared/sales/views.ts'
import { groupPhone } from '../catalog/group-phone.ts'
import type { OnSale } from '../../shared/catalog/on-sale.ts'
import { onlyCountryOf } from '../purchases/only-country.ts'

type Checked = Extract<CustomerFace, { kind: 'check' }>
type Product = NonNullable<Checked['product']>

export interface CustomerFacesOptions {
  readonly onSale: Pick<OnSale, 'product'>
  readonly sales: { get(purchaseId: string): SaleView }
  readonly purchases: { row(purchaseId: string): PurchaseRowView | null }
  /** Returns the path of a country's flag; null for none. */
  readonly flagOf: (iso2: string) => string | null
}

/** Returns what a customer sees. Throws AppError `not-found` for an unknown product or sale. */
export type FaceOf = (shown: CustomerShown) => CustomerFace

/** Creates the customer's side of a sale: products and sales as main knows them, nothing of the wallet. */
export function createCustomerFaces({ onSale, sales, purchases, flagOf }: CustomerFacesOptions): FaceOf {
  function referenceOf(text: string): Checked['reference'] {
    if (text === '') return null
    const phone = groupPhone(text)
    if (phone === null) return { kind: text.includes('@') ? 'email' : 'other', text, country: null }
    const country = phone.country && { ...phone.country, flag: flagOf(phone.country.iso2) }
    return { kind: 'phone', text: phone.text, country }
  }

  function productOf(sku: string): Product {
    const found = onSale.product(sku)
    if (found === null) throw new AppError('not-found', 'The product is not on sale any more')
    const { brandName, price, productType, supportedCountries, image } = found
    const country = onlyCountryOf({ ...found, countryCount: supportedCountries.length }) ?? ''
    const value = { currency: price.fiatCurrency, amount: price.fiatValue }
    return { brand: brandName, value, productType, country, image }
  }

  function sold(purchaseId: string): CustomerFace {
    const { product, reference, currency, price, given, change } = sales.get(purchaseId)
    const row = purchases.row(purchaseId)
    const named = readSold(product)
    return {
      kind: 'sold',
      product: {
        brand: named?.brand ?? product,
        value: named && { currency: named.currency, amount: named.amount },
        productType: row?.productType ?? '',
        country: (row && onlyCountryOf(row)) ?? '',
        image: row?.image ?? null,
      },
      reference: referenceOf(reference ?? ''),
      currency,
      price,
      given,
      change,
    }
  }

  return (shown) => {
    if (shown.kind === 'idle') return shown
    if (shown.kind === 'sold') return sold(shown.purchaseId)
    const { sku, reference, price } = shown
    return { kind: 'check', product: sku === null ? null : productOf(sku), reference: referenceOf(reference), price }
  }
}
