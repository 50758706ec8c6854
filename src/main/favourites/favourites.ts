import { z } from 'zod'
import type { OnSale } from '../../shared/catalog/on-sale.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { FavouritesView } from '../../shared/favourites/views.ts'
import type { WritableDb } from '../db/connections.ts'
import { deleteFavourite, readFavourites, writeFavourite, type Favourite } from './favourites-repository.ts'
import { fromSeenProduct, movedFrom, seenProductSchema, toSeenProduct } from './seen-product.ts'

/** A brand as the user last saw it, so that it has a name after it is gone. Drops fields of an older Till that no longer parse. */
const seenBrandSchema = z.object({
  slug: z.string(),
  name: z.string(),
  image: z.string().startsWith('/image/').nullable().catch(null),
  productTypes: z.array(z.string()).catch([]),
  countries: z.array(z.string()).catch([]),
  variants: z.int().catch(0),
  from: z.object({
    fiatCurrency: z.string(),
    fiatValue: z.string(),
    stableCoinCurrency: z.string().catch(''),
    stableCoinValue: z.string().nullable().catch(null),
  }),
})

export interface FavouritesOptions {
  readonly ledger: WritableDb
  readonly onSale: OnSale
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The key of the service in use; null before there is one. */
  readonly service: () => string | null
  /** The policy's brand slugs and SKUs, which replace the starred ones; null if it sets none. */
  readonly chosen: () => { readonly brands: readonly string[]; readonly products: readonly string[] } | null
}

/** The favourites of the service in use. */
export interface Favourites {
  list(): FavouritesView
  /** Throws AppError `not-found` if a new favourite is not on sale, `no-profile` before a service is chosen. */
  set(input: RequestArgument<'favourites.set'>): FavouritesView
}

/** Opens the favourites of the ledger; they are shown as the catalog has them now. */
export function openFavourites({ ledger, onSale, now, service, chosen }: FavouritesOptions): Favourites {
  /** Only a loaded catalog shows that a product is gone. */
  const isGone = (found: unknown): boolean => found === null && onSale.isFilled()

  function showBrand({ key, seen }: Favourite): FavouritesView['brands'][number] {
    const found = onSale.brand(key)
    return { brand: found ?? seenBrandSchema.parse(seen), gone: isGone(found) }
  }
  function showProduct({ key, seen }: Favourite): FavouritesView['products'][number] {
    const known = seenProductSchema.parse(seen)
    const found = onSale.product(key)
    return {
      product: found ?? fromSeenProduct(known),
      gone: isGone(found),
      before: found && movedFrom(known.price, found.price),
    }
  }
  /** Lists only those of the policy's favourites that are on sale here. */
  function listChosen({ brands, products }: NonNullable<ReturnType<typeof chosen>>): FavouritesView {
    return {
      brands: brands.flatMap((key) => onSale.brand(key) ?? []).map((brand) => ({ brand, gone: false })),
      products: products
        .flatMap((key) => onSale.product(key) ?? [])
        .map((product) => ({ product, gone: false, before: null })),
    }
  }
  function list(): FavouritesView {
    const given = chosen()
    if (given !== null) return listChosen(given)
    const current = service()
    const all = current === null ? [] : readFavourites(ledger, current)
    return {
      brands: all.filter(({ kind }) => kind === 'brand').map(showBrand),
      products: all.filter(({ kind }) => kind === 'product').map(showProduct),
    }
  }
  function find(kind: Favourite['kind'], key: string): unknown {
    if (kind === 'brand') return onSale.brand(key)
    const product = onSale.product(key)
    return product && toSeenProduct(product)
  }

  return {
    list,
    set({ kind, key, starred }) {
      const current = service()
      if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
      if (!starred) deleteFavourite(ledger, current, kind, key)
      else {
        const seen = find(kind, key)
        if (seen === null) throw new AppError('not-found', 'It is not on sale any more')
        writeFavourite(ledger, current, { kind, key, seen }, now())
      }
      return list()
    },
  }
}
