import { z } from 'zod'
import { brandTileView, productRowView } from '../catalog/views.ts'
import { decimal, time } from '../scalars.ts'

export const favouriteKinds = ['brand', 'product'] as const

/** A saved product as the catalog shows it now, or as it last showed it if the product is gone. */
const savedProduct = {
  product: productRowView,
  /** Whether the service stopped selling it. */
  gone: z.boolean(),
  /** The price in coins that the person last saw, if it changed noticeably. */
  before: decimal.nullable(),
}

/** Everything starred with the service in use, newest first. */
export const favouritesView = z.object({
  brands: z.array(z.object({ brand: brandTileView, gone: z.boolean() })),
  products: z.array(z.object(savedProduct)),
})

/** A purchase saved for later, neither priced nor paid. */
export const draftRowView = z.object({
  ...savedProduct,
  id: z.uuid(),
  savedAt: time,
  /** The recipient as it would be sent, or as typed so far, with a phone number in groups; null if there is none, or it cannot be read. */
  recipient: z.string().nullable(),
  /** The name of the person it would go to; null if nobody saved them. */
  person: z.string().nullable(),
  /** Whether nothing that was typed is known to be missing or wrong. */
  isComplete: z.boolean(),
  /** The coin and network that it would be paid with. */
  paymentMethod: z.object({ networkKey: z.string(), tokenKey: z.string() }).nullable(),
})

/** A draft with everything that was typed, for its checkout. */
export const draftView = draftRowView.extend({
  /** As typed and not checked; both are empty once it was bought. */
  reference: z.string(),
  fields: z.record(z.string(), z.string()),
  /** The purchase that it became, if it was bought. */
  purchaseId: z.uuid().nullable(),
})

export type FavouriteKind = (typeof favouriteKinds)[number]
export type FavouritesView = z.output<typeof favouritesView>
export type DraftRowView = z.output<typeof draftRowView>
export type DraftView = z.output<typeof draftView>
