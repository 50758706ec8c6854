import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { Database } from '../db/open-database.ts'
import type { Sealer } from '../db/seal.ts'
import type { ProfileSettings } from '../settings/profiles-repository.ts'
import { serviceKey } from '../settings/service-key.ts'
import { openDrafts, type Drafts } from './drafts.ts'
import { openFavourites, type Favourites, type FavouritesOptions } from './favourites.ts'
import { openOnSale } from './on-sale.ts'

export interface KeptOptions {
  readonly ledger: Database
  readonly catalog: Pick<CatalogStore, 'use'>
  readonly sealer: Sealer
  readonly isLocked: () => boolean
  readonly now: () => number
  /** The profile in use; null before there is one. */
  readonly profile: () => ProfileSettings | null
  /** The favourites that a policy names in place of the person's own; null where it names none. */
  readonly chosen: FavouritesOptions['chosen']
}

/** What a person keeps in the shop, each by the service it is of. */
export function openKept(options: KeptOptions): { readonly favourites: Favourites; readonly drafts: Drafts } {
  const { ledger, catalog, sealer, isLocked, now, profile, chosen } = options
  const onSale = openOnSale(catalog)
  const service = (): string | null => {
    const current = profile()
    return current && serviceKey(current)
  }
  return {
    favourites: openFavourites({ ledger, onSale, now, service, chosen }),
    drafts: openDrafts({ ledger, onSale, sealer, isLocked, now, service }),
  }
}
