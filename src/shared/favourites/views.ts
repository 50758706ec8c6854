import { z } from 'zod'
import { brandTileView, productRowView } from '../catalog/views.ts'
import { decimal } from '../scalars.ts'

export const favouriteKinds = ['brand', 'product'] as const

/** A saved product as the catalog shows it now, or as it last showed it if the product is gone. */
export const savedProduct = {
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

export type FavouriteKind = (typeof favouriteKinds)[number]
export type FavouritesView = z.output<typeof favouritesView>
