import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { Database } from '../db/open-database.ts'
import type { Sealer } from '../db/seal.ts'
import type { ProfileSettings } from '../settings/profiles-repository.ts'
import { serviceKey } from '../settings/service-key.ts'
import type { CounterPages } from '../../shared/kiosk/counter-views.ts'
import type { Prices } from '../../shared/sales/views.ts'
import { openCounter, type Counter } from './counter.ts'
import { openDrafts, type Drafts } from './drafts.ts'
import { openFavourites, type Favourites, type FavouritesOptions } from './favourites.ts'
import { openOnSale } from '../catalog/on-sale.ts'

export interface KeptOptions {
  readonly ledger: Database
  readonly catalog: Pick<CatalogStore, 'use'>
  readonly sealer: Sealer
  readonly isLocked: () => boolean
  readonly now: () => number
  /** The profile in use; null before there is one. */
  readonly profile: () => ProfileSettings | null
  /** The favourites that a policy names in place of the person's own, and the counter's pages where it names those too; null where it names none. */
  readonly chosen: () =>
    (NonNullable<ReturnType<FavouritesOptions['chosen']>> & { readonly counter?: CounterPages }) | null
  /** How prices in cash are made; null before anybody said so. */
  readonly prices: () => Prices | null
}

export interface Kept {
  readonly favourites: Favourites
  readonly drafts: Drafts
  readonly counter: Counter
}

/** What a person keeps in the shop, each by the service it is of. */
export function openKept(options: KeptOptions): Kept {
  const { ledger, catalog, sealer, isLocked, now, profile, chosen, prices } = options
  const onSale = openOnSale(catalog)
  const service = (): string | null => {
    const current = profile()
    return current && serviceKey(current)
  }
  return {
    favourites: openFavourites({ ledger, onSale, now, service, chosen }),
    counter: openCounter({ ledger, onSale, service, chosen: () => chosen()?.counter ?? null, prices }),
    drafts: openDrafts({ ledger, onSale, sealer, isLocked, now, service }),
  }
}
