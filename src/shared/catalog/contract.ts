import { z } from 'zod'
import {
  catalogStatusView,
  browseInput,
  sorts,
  brandTileView,
  productRowView,
  facetsView,
  changeKinds,
  changeView,
  facetView,
} from './views.ts'
import { variantView } from './variant-views.ts'
import { countryView } from './country-view.ts'
import { nothing, page, type Events, type Requests } from '../contract-entry.ts'

/** Requests about the catalog. */
export const catalogRequests = {
  'catalog.status': { input: nothing, output: catalogStatusView, permission: 'clerk' },

  'catalog.refresh': { input: nothing, output: catalogStatusView, permission: 'clerk' },

  'catalog.browse': {
    input: browseInput.extend({ sort: z.enum(sorts).default('best'), ...page }),
    output: z.object({ brands: z.array(brandTileView), total: z.int() }),
    permission: 'clerk',
  },

  /** Finds single products, best first; of many only the best can be paged through. */
  'catalog.search': {
    input: browseInput.extend({ sort: z.enum(sorts).default('best'), ...page }),
    output: z.object({
      products: z.array(productRowView),
      /** How many can be paged through; `catalog.facets` tells how many there are. */
      ranked: z.int(),
      /** What was found, to be marked: beginnings of words as typed or meant, whole numbers, and numbers with their unit ("5 gb"). */
      marks: z.array(z.string()),
      /** Words typed that nothing begins with, and what was looked for instead, the likeliest first. */
      mended: z.array(z.object({ typed: z.string(), meant: z.array(z.string()) })),
      /** Where little was found: the amount typed, whether anything costs just that, and searches with those nearest to it. */
      nearest: z.object({ typed: z.string(), isThere: z.boolean(), searches: z.array(z.string()) }).nullable(),
    }),
    permission: 'clerk',
  },

  /** Counts products by filter, with price ranges in `currency` (ISO 4217) if one is named. */
  'catalog.facets': {
    input: browseInput.extend({ currency: z.string().length(3).nullable().default(null) }),
    output: facetsView,
    permission: 'clerk',
  },

  /** Lists what changed since the person last looked, newest first, with the number of each kind and of what is starred or bought. */
  'catalog.changes': {
    input: z.object({ kind: z.enum(changeKinds).nullable().default(null), yours: z.boolean().default(false), ...page }),
    output: z.object({
      since: z.iso.datetime().nullable(),
      counts: z.record(z.enum(changeKinds), z.int()),
      yours: z.int(),
      changes: z.array(changeView),
    }),
    permission: 'clerk',
  },

  /** Marks the changes until now as seen. */
  'catalog.seen': { input: nothing, output: z.void(), permission: 'clerk' },

  /** Returns a brand, and what it sells in one country: the first of `prefer` in which it sells anything, otherwise its first. */
  'catalog.brand': {
    input: z.object({ slug: z.string().max(300), prefer: z.array(z.string().length(2)).max(8).default([]) }),
    output: z.object({
      brand: brandTileView,
      /** Every country it sells in, by English name, with how many variants are there. */
      countries: z.array(facetView),
      /** The country whose variants these are; null for a brand that names none. */
      country: z.string().nullable(),
      variants: z.array(variantView),
    }),
    permission: 'clerk',
  },

  'catalog.variant': { input: z.object({ sku: z.string().max(300) }), output: variantView, permission: 'clerk' },

  /**
   * Finds the phone number in what was typed, a national one as of the country `near`, and the text beside it; not `whole` while the number
   * is incomplete.
   */
  'phone.find': {
    input: z.object({ text: z.string().max(200), near: z.string().length(2).nullable().default(null) }),
    output: z
      .object({ country: z.string().length(2), number: z.string(), whole: z.boolean(), rest: z.string() })
      .nullable(),
    permission: 'clerk',
  },

  'countries.list': { input: nothing, output: z.array(countryView), permission: 'clerk' },
} as const satisfies Requests

/** Events about the catalog. */
export const catalogEvents = {
  'catalog.changed': { payload: catalogStatusView, permission: 'clerk' },
} as const satisfies Events
