import { join } from 'node:path'
import { programOf } from '../../../scripts/testing/program-of.ts'
import type { CatalogStatusView } from '../../shared/catalog/views.ts'
import type { ServiceClient } from '../../main/service/service-client.ts'
import { openCatalogStore, type CatalogStore } from '../../main/catalog/catalog-store.ts'
import { toCountryFacts } from '../../main/catalog/metadata/country-view.ts'
import { readCountries } from '../../main/catalog/metadata/metadata-repository.ts'
import {
  createCatalogRefresher,
  type CatalogRefresher,
  type CatalogRefresherOptions,
} from '../../main/catalog/refresh/refresh-catalog.ts'
import { createMetadataRefresher } from '../../main/catalog/metadata/refresh-metadata.ts'
import { openTestCache, type TestCache } from './cache.ts'

export interface TestShop extends TestCache {
  readonly store: CatalogStore
  readonly refresher: CatalogRefresher
  /** Every status that the refresher emitted. */
  readonly seen: CatalogStatusView[]
  /** Creates a refresher over the same files, as after a restart. */
  recreate(more?: Partial<CatalogRefresherOptions>): CatalogRefresher
}

/** Opens a cache, a catalog and their refresher over `client`, in a temporary folder. */
export function openTestShop(client: ServiceClient, source: string, now: () => number): TestShop {
  const cache = openTestCache()
  const store = openCatalogStore(join(cache.folder, 'catalog.db'), () => undefined)
  const seen: CatalogStatusView[] = []
  const recreate = (more: Partial<CatalogRefresherOptions> = {}): CatalogRefresher =>
    createCatalogRefresher({
      store,
      client,
      source,
      now,
      countries: null,
      folder: join(cache.folder, 'downloads'),
      workerUrl: programOf('refresh-worker'),
      metadata: createMetadataRefresher({ db: cache.db, client, source, now, onChange: () => undefined }),
      countryFacts: () => readCountries(cache.db).map(toCountryFacts),
      onChange: (view) => void seen.push(view),
      ...more,
    })
  return {
    ...cache,
    store,
    seen,
    recreate,
    refresher: recreate(),
    dispose() {
      store.close()
      cache.dispose()
    },
  }
}
