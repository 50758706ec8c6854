import type { Migration } from '../migration.ts'
import { cache0001Catalog } from './cache-0001-catalog.ts'
import { cache0002Places } from './cache-0002-places.ts'
import { cache0003Images } from './cache-0003-images.ts'
import { cache0004SearchPlaces } from './cache-0004-search-places.ts'
import { cache0005LastBalances } from './cache-0005-last-balances.ts'
import { cache0006PlaceReads } from './cache-0006-place-reads.ts'
import { cache0007CatalogApart } from './cache-0007-catalog-apart.ts'
import { cache0008Looks } from './cache-0008-looks.ts'
import { cache0009Tills } from './cache-0009-tills.ts'

/** The cache's migrations in order; one that has shipped is never edited. */
export const cacheMigrations: readonly Migration[] = [
  cache0001Catalog,
  cache0002Places,
  cache0003Images,
  cache0004SearchPlaces,
  cache0005LastBalances,
  cache0006PlaceReads,
  cache0007CatalogApart,
  cache0008Looks,
  cache0009Tills,
]
