import type { BrowseInput, Sort } from '../../../shared/catalog/views.ts'
import { queryText } from '../../app/formats/query-text.ts'

/** Every filter of the shop, by its name in the URL. */
export const shopFilters = ['type', 'category', 'subType', 'price', 'data', 'validity', 'unlimited'] as const
export type ShopFilter = (typeof shopFilters)[number]
/** The chosen filter values, as in the URL; null for a filter that is not set. */
export type Chosen = Readonly<Record<ShopFilter, string | null>>

export const dataSizes = ['under1', '1to5', '5to20', 'over20'] as const satisfies NonNullable<BrowseInput['data']>[]
export const validities = ['day', 'week', 'month', 'longer'] as const satisfies NonNullable<BrowseInput['validity']>[]
export const sorts = ['best', 'price', 'perGB', 'perDay', 'perMinute', 'popular', 'name'] as const satisfies Sort[]

/** Brands as pictures, or products as rows. */
const shopViews = ['brands', 'products'] as const
export type ShopView = (typeof shopViews)[number]
/** A text search may mean a brand or a product, so it shows both until the user chooses one. */
export type ShownView = ShopView | 'both'

type Query = Readonly<Record<string, unknown>>
export type Price = NonNullable<BrowseInput['price']>

function oneOf<T extends string>(values: readonly T[], value: unknown): T | null {
  return values.find((one) => one === value) ?? null
}

/** Returns a price range as in the URL: `EUR10-25`, `EUR-10`, `EUR100-`. */
export function writePrice({ currency, from, to }: Price): string {
  return `${currency}${from ?? ''}-${to ?? ''}`
}

/** Reads a price range that `writePrice` wrote; null if it is none. */
export function readPrice(text: string | null): Price | null {
  const [, currency, from = '', to = ''] =
    /^([A-Z]{3})(\d{1,15}(?:\.\d+)?)?-(\d{1,15}(?:\.\d+)?)?$/.exec(text ?? '') ?? []
  if (currency === undefined || (from === '' && to === '')) return null
  const bound = (digits: string): number | null => (digits === '' ? null : Number(digits))
  return { currency, from: bound(from), to: bound(to) }
}

/** Reads the filters of a URL; an invalid value counts as not set. */
export function readChosen(query: Query): Chosen {
  const price = queryText(query['price'])
  const named = (name: ShopFilter): string | null => queryText(query[name])?.slice(0, 100) ?? null
  return {
    type: named('type'),
    category: named('category'),
    subType: named('subType'),
    price: readPrice(price) === null ? null : price,
    data: oneOf(dataSizes, query['data']),
    validity: oneOf(validities, query['validity']),
    unlimited: oneOf(['1'], query['unlimited']),
  }
}

export function readSort(query: Query): Sort {
  return oneOf(sorts, query['sort']) ?? 'best'
}

/** Returns whether a sort compares single products. */
export function comparesProducts(sort: Sort): boolean {
  return sort === 'price' || givesValue(sort)
}

/** Returns whether a sort compares what a coin buys; such sorts list only products that say how much they give. */
export function givesValue(sort: Sort): sort is 'perGB' | 'perDay' | 'perMinute' {
  return sort === 'perGB' || sort === 'perDay' || sort === 'perMinute'
}

/** Reads the view of the URL, else returns the usual one; `preferred` is the user's saved choice. */
export function readView(query: Query, text: string, preferred: ShopView | null): ShownView {
  const views = text === '' ? shopViews : (['both', ...shopViews] as const)
  return oneOf<ShownView>(views, query['view']) ?? usualView(readSort(query), text, preferred)
}

/** Returns the view for a URL without one. */
export function usualView(sort: Sort, text: string, preferred: ShopView | null): ShownView {
  if (comparesProducts(sort)) return 'products'
  return preferred ?? (text === '' ? 'brands' : 'both')
}
