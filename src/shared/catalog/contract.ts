import { z } from 'zod'
import {
  catalogStatusView,
  browseInput,
  sorts,
  brandTileView,
  productRowView,
  facetsView,
  nearestAmountsView,
  changeKinds,
  changeView,
  facetView,
} from './views.ts'
import { variantView } from './variant-views.ts'
import { countryView } from './country-view.ts'
import { nothing, page, type Events, type Requests } from '../contract-entry.ts'

const foundBrands = z.object({ brands: z.array(brandTileView), total: z.int() })

/** Requests about the catalog. */
export const catalogRequests = {
  /** Returns when the catalog was refreshed, its size, and how a refresh is going. */
  'catalog.status': { input: nothing, output: catalogStatusView, permission: 'clerk' },

  /** Refreshes the catalog from the service; returns its status once that succeeded or failed. */
  'catalog.refresh': { input: nothing, output: catalogStatusView, permission: 'clerk' },

  /** Lists a page of the brands that have products which match the text and the filters. */
  'catalog.browse': {
    input: browseInput.extend({ sort: z.enum(sorts).default('best'), ...page }),
    output: foundBrands,
    permission: 'clerk',
  },

  /** Finds single products, best first, and the brands with it, so that a key typed is one request. Only the best of many can be paged through. */
  'catalog.search': {
    input: browseInput.extend({
      sort: z.enum(sorts).default('best'),
      ...page,
      /** Where the page of brands begins; null for no brands. */
      brandsFrom: page.offset.unwrap().nullable().default(null),
    }),
    output: z.object({
      brands: foundBrands.nullable(),
      products: z.array(productRowView),
      /** The number of products that can be paged through; `catalog.facets` returns the total. */
      ranked: z.int(),
      /** The matches to highlight: prefixes of words as typed or corrected, whole numbers, and numbers with their unit ("5 gb"). */
      marks: z.array(z.string()),
      /**
       * Typed words that are not whole words of the catalog, and the words searched for instead, most likely first. `isBegun` means that the
       * typed letters begin the only one.
       */
      corrected: z.array(z.object({ typed: z.string(), meant: z.array(z.string()), isBegun: z.boolean() })),
      /** Set if few products match: the amount typed, whether a product costs exactly that, and the nearest amounts on sale. */
      nearest: nearestAmountsView.nullable(),
      /**
       * The typed words without the only amount of money, words for kinds of products and those that only join others: they may be a name.
       * Null if nothing is left, or nothing was left out.
       */
      beside: z.string().nullable(),
      /** The product types that the typed words name. */
      types: z.array(z.string()),
      /** That amount, with the currencies or the coin that it may be in (null for any). */
      amount: z.object({ value: z.number(), currencies: z.array(z.string()).nullable() }).nullable(),
    }),
    permission: 'clerk',
  },

  /** Counts products by filter, with price ranges in `currency` (ISO 4217) if given. */
  'catalog.facets': {
    input: browseInput.extend({ currency: z.string().length(3).nullable().default(null) }),
    output: facetsView,
    permission: 'clerk',
  },

  /** Returns how much of each currency (ISO 4217) one coin buys by the catalog's own prices, for display only. */
  'catalog.rates': { input: nothing, output: z.record(z.string(), z.number().positive()), permission: 'clerk' },

  /** Lists the changes since the person's last visit, newest first, with the number of each kind and of starred or bought products. */
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

  /** Marks all changes so far as seen. */
  'catalog.seen': { input: nothing, output: z.void(), permission: 'clerk' },

  /** Returns a brand and its products in one country, the first of `prefer` where it sells anything; no products if someone must choose. */
  'catalog.brand': {
    input: z.object({ slug: z.string().max(300), prefer: z.array(z.string().length(2)).max(8).default([]) }),
    output: z.object({
      brand: brandTileView,
      /** Every country it sells in, by English name, with the number of its variants. */
      countries: z.array(facetView),
      /** The country of these variants; null for a brand that names none, or has other products in each and none was preferred. */
      country: z.string().nullable(),
      variants: z.array(variantView),
    }),
    permission: 'clerk',
  },

  /** Returns brands with a name like a text that found nothing, best first: exactly so, sold in the country, the most similar. */
  'catalog.nearest': {
    input: z.object({ text: z.string().max(200), country: z.string().length(2).nullable().default(null) }),
    output: z.array(brandTileView),
    permission: 'clerk',
  },

  /** Returns the words that a typed word may mean which the catalog does not have, the likeliest first; none if it has it, or many begin with it. */
  'catalog.meanings': {
    input: z.object({ word: z.string().max(60) }),
    output: z.array(z.string()),
    permission: 'clerk',
  },

  /** Returns a product by its SKU. Throws AppError `not-found` if the catalog lacks it. */
  'catalog.variant': { input: z.object({ sku: z.string().max(300) }), output: variantView, permission: 'clerk' },

  /**
   * Finds the phone number in a typed text, and returns it with the rest of the text. National numbers are read as of the country `near`.
   * Not `whole` while the number is incomplete, or if it `isTooLong` for its country; not `isReal` unless its digits are assigned
   * (libphonenumber's metadata). `others` are further numbers that digits without + may be.
   */
  'phone.find': {
    input: z.object({ text: z.string().max(200), near: z.string().length(2).nullable().default(null) }),
    output: z
      .object({
        country: z.string().length(2),
        number: z.string(),
        whole: z.boolean(),
        isTooLong: z.boolean(),
        isReal: z.boolean(),
        rest: z.string(),
        others: z.array(z.object({ country: z.string().length(2), number: z.string() })),
      })
      .nullable(),
    permission: 'clerk',
  },

  /** Returns the countries (ISO alpha-2) in which a typed national number exists, and whether it has too few or too many digits for one `near`. */
  'phone.countries': {
    input: z.object({ text: z.string().max(200), near: z.string().length(2).nullable().default(null) }),
    output: z.object({
      countries: z.array(z.string().length(2)),
      problem: z.enum(['too-short', 'too-long']).nullable(),
    }),
    permission: 'clerk',
  },

  /** Lists the countries of the service, each with its number of products. */
  'countries.list': { input: nothing, output: z.array(countryView), permission: 'clerk' },
} as const satisfies Requests

/** Events about the catalog. */
export const catalogEvents = {
  /** The catalog's content changed, or a refresh started, progressed or ended. */
  'catalog.changed': { payload: catalogStatusView, permission: 'clerk' },
} as const satisfies Events
