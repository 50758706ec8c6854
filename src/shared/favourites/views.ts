import { z } from 'zod'
import { brandTileView, productRowView } from '../catalog/views.ts'
import { decimal, time } from '../scalars.ts'

export const favouriteKinds = ['brand', 'product'] as const

/** What the catalog says now of something a person keeps; where it is gone, what the catalog last said of it. */
const savedProduct = {
  product: productRowView,
  /** The service sells it no more. */
  gone: z.boolean(),
  /** The price in coins that the person last saw, where it is notably another one now. */
  before: decimal.nullable(),
}

/** Everything starred with the service in use, the latest first. */
export const favouritesView = z.object({
  brands: z.array(z.object({ brand: brandTileView, gone: z.boolean() })),
  products: z.array(z.object(savedProduct)),
})

/** A purchase that was prepared and is neither priced nor paid. */
export const draftRowView = z.object({
  ...savedProduct,
  id: z.uuid(),
  savedAt: time,
  /** Whom it goes to as far as that was typed, masked ("•••678") while Till is locked; null where nothing says so or can be read. */
  recipient: z.string().nullable(),
})

/** A prepared purchase with everything that was typed, for its checkout. */
export const draftView = draftRowView.extend({
  /** As it was typed, not checked; both empty once it was bought. */
  reference: z.string(),
  fields: z.record(z.string(), z.string()),
  paymentMethod: z.object({ networkKey: z.string(), tokenKey: z.string() }).nullable(),
  /** The purchase that it became; from then on it is only named here. */
  purchaseId: z.uuid().nullable(),
})

export type FavouriteKind = (typeof favouriteKinds)[number]
export type FavouritesView = z.output<typeof favouritesView>
export type DraftRowView = z.output<typeof draftRowView>
export type DraftView = z.output<typeof draftView>
