import { z } from 'zod'
import { favouritesView, favouriteKinds } from './views.ts'
import { nothing, type Requests } from '../contract-entry.ts'

/** Requests about favourites. */
export const favouriteRequests = {
  /** Lists the starred brands and products, newest first. */
  'favourites.list': { input: nothing, output: favouritesView, permission: 'clerk' },

  /** Stars a brand (`key` is its slug) or a product (its SKU), or removes the star. Starring again stores today's price. */
  'favourites.set': {
    input: z.object({ kind: z.enum(favouriteKinds), key: z.string().min(1).max(300), starred: z.boolean() }),
    output: favouritesView,
    permission: 'manager',
  },
} as const satisfies Requests
