import { z } from 'zod'
import { errorView } from '../error-view.ts'
import { decimal, picture, time } from '../scalars.ts'
import { variantView } from './variant-views.ts'

const fiatCurrency = z.string().length(3)

export const brandTileView = z.object({
  slug: z.string(),
  name: z.string(),
  image: picture,
  productTypes: z.array(z.string()),
  countries: z.array(z.string()),
  variants: z.int(),
  /** The price of the cheapest matching variant; its coins are null where they are not known any more. */
  from: z.object({
    fiatCurrency: z.string(),
    fiatValue: decimal,
    stableCoinCurrency: z.string(),
    stableCoinValue: decimal.nullable(),
  }),
})

/** The fields of a variant that a product list shows. */
export const productRowView = variantView.pick({
  sku: true,
  brandSlug: true,
  brandName: true,
  country: true,
  supportedCountries: true,
  productType: true,
  price: true,
  shortNotes: true,
  image: true,
  data: true,
  sms: true,
  voice: true,
  durationDays: true,
  roaming: true,
})

/** The data volumes of plans, in GB. */
export const dataSizes = ['under1', '1to5', '5to20', 'over20'] as const
/** The validities of plans: at most a day, a week, 31 days, or longer. */
export const validities = ['day', 'week', 'month', 'longer'] as const
/** `perGB`, `perDay` and `perMinute` list only products that state the amount; `popular` means bought most often here. */
export const sorts = ['best', 'price', 'perGB', 'perDay', 'perMinute', 'popular', 'name'] as const

export const browseInput = z.object({
  text: z.string().max(200).default(''),
  country: z.string().length(2).nullable().default(null),
  type: z.string().max(100).nullable().default(null),
  category: z.string().max(100).nullable().default(null),
  subType: z.string().max(100).nullable().default(null),
  /**
   * More than `from` and up to `to`, in one currency for all. Prices in other currencies are converted through the catalog's own coin
   * prices.
   */
  price: z
    .object({ currency: fiatCurrency, from: z.number().min(0).nullable(), to: z.number().min(0).nullable() })
    .nullable()
    .default(null),
  data: z.enum(dataSizes).nullable().default(null),
  validity: z.enum(validities).nullable().default(null),
  /** Only plans with unlimited data, calls or texts. */
  unlimited: z.boolean().default(false),
  /** Affects sorting only: among equally good results, those for this country come first. */
  near: z.string().length(2).nullable().default(null),
  /** Affects sorting only: brands that sell this product type come first. */
  first: z.string().max(100).nullable().default(null),
  /** The currency that a bare "$" means to the reader (ISO 4217); null if it may be any of its currencies. */
  dollarSign: fiatCurrency.nullable().default(null),
})

export const facetView = z.object({ value: z.string(), count: z.int() })

/** The number of products that each further choice would leave. Every facet is counted with the other filters applied. */
export const facetsView = z.object({
  /** Products that match all filters. */
  total: z.int(),
  countries: z.array(facetView),
  types: z.array(facetView),
  categories: z.array(facetView),
  subTypes: z.array(facetView),
  data: z.array(z.object({ value: z.enum(dataSizes), count: z.int() })),
  validities: z.array(z.object({ value: z.enum(validities), count: z.int() })),
  unlimited: z.int(),
  /** Ranges of round numbers in the requested currency; empty if the catalog has no price in it. */
  prices: z.array(z.object({ from: z.number().nullable(), to: z.number().nullable(), count: z.int() })),
})

/** `back`: was gone at the person's last visit. */
export const changeKinds = ['added', 'back', 'gone', 'cheaper', 'dearer'] as const

/** A change to a product since the person's last visit. */
export const changeView = z.object({
  kind: z.enum(changeKinds),
  at: time,
  product: productRowView,
  /** The previous price in coins; null for a new product, or one that is back at the same price. */
  before: decimal.nullable(),
  /** Whether the person starred or bought it or its brand. */
  yours: z.boolean(),
})

/** A typed amount, and the nearest amounts on sale. */
export const nearestAmountsView = z.object({
  /** The amount with its currency or coin, as far as one is meant. */
  typed: z.string(),
  /** Whether a product costs exactly that. */
  isThere: z.boolean(),
  /** The amount that the products found cost instead: in another currency of the typed sign; null if they cost the typed one. */
  instead: z.string().nullable(),
  /** Whether the words beside the amount are in a brand's name. */
  namesBrand: z.boolean(),
  /** The same search with another amount: what to search for, and the words beside the amount. */
  searches: z.array(z.object({ text: z.string(), words: z.string(), currency: z.string(), value: decimal })),
})

/** The data that a purchase needs from the service, in the order of its requests. */
const neededParts = ['countries', 'networks', 'tokens', 'catalog'] as const

export const catalogStatusView = z.object({
  refreshedAt: time.nullable(),
  brands: z.int(),
  variants: z.int(),
  /** Variants of the last answer that could not be read and were skipped. */
  skipped: z.int(),
  refreshing: z.boolean(),
  /** The progress of a refresh, 0 to 1 of the part; null if unknown. */
  progress: z
    .object({ part: z.enum(['downloading', 'writing']), share: z.number().min(0).max(1).nullable() })
    .nullable(),
  /** Why the last refresh failed. */
  error: errorView.nullable(),
  /** The parts never read from this service; Till requests them until it has them. */
  missing: z.array(z.enum(neededParts)),
})

export type BrandTileView = z.output<typeof brandTileView>
export type ProductRowView = z.output<typeof productRowView>
export type BrowseInput = z.output<typeof browseInput>
export type Sort = (typeof sorts)[number]
export type DataSize = (typeof dataSizes)[number]
export type Validity = (typeof validities)[number]
export type ChangeKind = (typeof changeKinds)[number]
export type FacetView = z.output<typeof facetView>
export type FacetsView = z.output<typeof facetsView>
export type ChangeView = z.output<typeof changeView>
export type NearestAmountsView = z.output<typeof nearestAmountsView>
export type NeededPart = (typeof neededParts)[number]
export type CatalogStatusView = z.output<typeof catalogStatusView>
