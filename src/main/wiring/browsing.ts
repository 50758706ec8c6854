import { join } from 'node:path'
import { mayName } from '../../shared/reach.ts'
import type { Timer } from '../../shared/timer.ts'
import type { AppOptions } from '../app-options.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { openCatalogs, type Catalogs } from '../catalog/catalogs.ts'
import { createRegexMatcher, type RegexMatcher } from '../catalog/delivery/regex-matcher.ts'
import { createImageStore, type ImageStore } from '../catalog/images/image-store.ts'
import { readImageUrl } from '../catalog/images/images-repository.ts'
import { openOnSale } from '../catalog/on-sale.ts'
import { refreshFailure } from '../catalog/refresh/refresh-failure.ts'
import { createFacetCounter, type FacetCounter } from '../catalog/search/facet-counter.ts'
import type { WritableDb } from '../db/connections.ts'
import type { EventBus } from '../events.ts'
import type { EmitToPage } from '../ipc/page-emitter.ts'
import type { OnSale } from '../favourites/on-sale.ts'
import { remoteService, type Profiles } from './profiles.ts'
import type { Services } from './services.ts'

export interface BrowsingOptions extends Pick<AppOptions, 'config' | 'workers'> {
  readonly cache: WritableDb
  readonly catalog: CatalogStore
  readonly profiles: Profiles
  readonly services: Services
  readonly now: () => number
  readonly timer: Timer
  readonly events: EventBus
  readonly emitToPage: EmitToPage
}

/** What is for sale, with its pictures and the workers that search it. */
export interface Browsing {
  readonly catalogs: Catalogs
  readonly images: ImageStore
  readonly matcher: RegexMatcher
  readonly facets: FacetCounter
  readonly onSale: OnSale
  /** Follows the catalog of the service in use. */
  useCurrentService(): void
  closeBrowsing(): Promise<unknown>
}

/** Opens the saved catalog; no service is asked yet. */
export function openBrowsing(options: BrowsingOptions): Browsing {
  const { config, workers, cache, catalog, profiles, services, now, timer, events, emitToPage } = options
  const catalogs = openCatalogs({
    cache,
    store: catalog,
    folder: join(config.dataDir, 'catalog-downloads'),
    workerUrl: workers.refresh,
    now,
    timer,
    onPlaces: () => events.emit('places.read'),
    onChange: (view) => emitToPage('catalog.changed', view),
    refused: () => (profiles.isRefused() ? refreshFailure(remoteService()) : null),
  })
  const images = createImageStore({
    db: cache,
    now,
    urlOf: (id) => catalog.use((db) => readImageUrl(db, id)),
    mayFetch: (url) => mayName(profiles.current()?.settings.baseUrl ?? url, url),
  })
  const matcher = createRegexMatcher(workers.regex)
  const facets = createFacetCounter(catalog, workers.facets)
  return {
    catalogs,
    images,
    matcher,
    facets,
    onSale: openOnSale(catalog),
    useCurrentService() {
      const profile = profiles.current()
      const service = profile && services.get(profile.id)
      if (service) catalogs.use(service)
    },
    closeBrowsing: () => Promise.all([catalogs.close(), matcher.close(), facets.close()]),
  }
}
