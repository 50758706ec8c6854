import { z } from 'zod'
import { errorCodes } from '../errors.ts'
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
  /** Lowest price among what was asked for, in that variant's own fiat currency. */
  from: z.object({ fiatCurrency: z.string(), fiatValue: decimal }),
})

/** What a list of products shows of a variant. */
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

/** How much data a plan gives, in GB. */
export const dataSizes = ['under1', '1to5', '5to20', 'over20'] as const
/** How long a plan lasts: at most a day, a week, 31 days, or longer. */
export const validities = ['day', 'week', 'month', 'longer'] as const
/** `perGB`, `perDay` and `perMinute` list only what tells how much it gives; `popular` is what was bought here most often. */
export const sorts = ['best', 'price', 'perGB', 'perDay', 'perMinute', 'popular', 'name'] as const

export const browseInput = z.object({
  text: z.string().max(200).default(''),
  country: z.string().length(2).nullable().default(null),
  type: z.string().max(100).nullable().default(null),
  category: z.string().max(100).nullable().default(null),
  subType: z.string().max(100).nullable().default(null),
  /** More than `from` and up to `to`, in one currency for all: other currencies' prices are turned into it by the catalog's own prices in coins. */
  price: z
    .object({ currency: fiatCurrency, from: z.number().min(0).nullable(), to: z.number().min(0).nullable() })
    .nullable()
    .default(null),
  data: z.enum(dataSizes).nullable().default(null),
  validity: z.enum(validities).nullable().default(null),
  /** Only plans with data, calls or texts without a limit. */
  unlimited: z.boolean().default(false),
  /** Sorts only: of equally good answers those for this country come first. */
  near: z.string().length(2).nullable().default(null),
  /** Sorts only: brands that sell this product type come first. */
  first: z.string().max(100).nullable().default(null),
})

export const facetView = z.object({ value: z.string(), count: z.int() })

/** How many products each further choice would leave, every facet counted with the other filters applied. */
export const facetsView = z.object({
  /** Products that match, with every filter applied. */
  total: z.int(),
  countries: z.array(facetView),
  types: z.array(facetView),
  categories: z.array(facetView),
  subTypes: z.array(facetView),
  data: z.array(z.object({ value: z.enum(dataSizes), count: z.int() })),
  validities: z.array(z.object({ value: z.enum(validities), count: z.int() })),
  unlimited: z.int(),
  /** Ranges of round numbers in the currency asked for; empty where the catalog has no price in it. */
  prices: z.array(z.object({ from: z.number().nullable(), to: z.number().nullable(), count: z.int() })),
})

/** `back` was gone when a person last looked. */
export const changeKinds = ['added', 'back', 'gone', 'cheaper', 'dearer'] as const

/** What became of a product since a person last looked. */
export const changeView = z.object({
  kind: z.enum(changeKinds),
  at: time,
  product: productRowView,
  /** The price in coins before; null for one that is new, or back at the same price. */
  before: decimal.nullable(),
  /** Starred or bought by the person, or of such a brand. */
  yours: z.boolean(),
})

/** Why the last refresh failed: an AppError without its message. */
export const catalogFailure = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})

/** What buying needs of the service, in the order in which it is asked for. */
export const neededParts = ['countries', 'networks', 'tokens', 'catalog'] as const

export const catalogStatusView = z.object({
  refreshedAt: time.nullable(),
  brands: z.int(),
  variants: z.int(),
  /** Variants of the last answer that were not understood and left out. */
  skipped: z.int(),
  refreshing: z.boolean(),
  /** How far a refresh is, 0 to 1 of the part; null where that is not known. */
  progress: z
    .object({ part: z.enum(['downloading', 'writing']), share: z.number().min(0).max(1).nullable() })
    .nullable(),
  error: catalogFailure.nullable(),
  /** What was never read of this service; Till asks for it until it is there. */
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
export type CatalogFailure = z.output<typeof catalogFailure>
export type NeededPart = (typeof neededParts)[number]
export type CatalogStatusView = z.output<typeof catalogStatusView>
