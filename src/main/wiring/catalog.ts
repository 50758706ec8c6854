import { join } from 'node:path'
import type { CatalogStatusView } from '../../shared/catalog/views.ts'
import { mayRedirectTo } from '../../shared/may-redirect-to.ts'
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
import type { EmitToPage } from '../ipc/channel/page-emitter.ts'
import type { OnSale } from '../../shared/catalog/on-sale.ts'
import type { Log } from '../log/create-log.ts'
import { remoteService, type Profiles } from '../profiles/profiles.ts'
import type { Services } from '../profiles/services.ts'

export interface CatalogPartsOptions extends Pick<AppOptions, 'config' | 'log' | 'workers'> {
  readonly cache: WritableDb
  readonly catalog: CatalogStore
  readonly profiles: Profiles
  readonly services: Services
  readonly now: () => number
  readonly timer: Timer
  readonly events: EventBus
  readonly emitToPage: EmitToPage
}

/** The catalog, with its pictures and its search workers. */
export interface CatalogParts {
  readonly catalogs: Catalogs
  readonly images: ImageStore
  readonly matcher: RegexMatcher
  readonly facets: FacetCounter
  readonly onSale: OnSale
  /** Switches to the catalog of the service in use. */
  useCurrentService(): void
  /** Checks the connection to the service in use, at most once a minute. */
  checkService(): void
  closeCatalog(): Promise<unknown>
}

/** Opens the saved catalog; sends no request. */
export function openCatalogParts(options: CatalogPartsOptions): CatalogParts {
  const { config, log, workers, cache, catalog, profiles, services, now, timer, events, emitToPage } = options
  const logCatalog = createCatalogLog(log)
  const catalogs = openCatalogs({
    cache,
    store: catalog,
    folder: join(config.dataDir, 'catalog-downloads'),
    workerUrl: workers.refresh,
    now,
    timer,
    onMetadata: () => events.emit('metadata.read'),
    onChange(view) {
      logCatalog(view)
      emitToPage('catalog.changed', view)
    },
    refused: () => (profiles.isRefused() ? refreshFailure(remoteService()) : null),
  })
  const images = createImageStore({
    db: cache,
    now,
    urlOf: (id) => catalog.use((db) => readImageUrl(db, id)),
    mayFetch: (url) => mayRedirectTo(profiles.current()?.settings.baseUrl ?? url, url),
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
    checkService() {
      const profile = profiles.current()
      if (profile) services.check(profile.id)
    },
    closeCatalog: () => Promise.all([catalogs.close(), matcher.close(), facets.close()]),
  }
}

/** Returns what logs the end of each refresh. */
function createCatalogLog(log: Log): (view: CatalogStatusView) => void {
  let wasRefreshing = false
  return ({ refreshing, error, brands, variants }) => {
    if (wasRefreshing && !refreshing) {
      if (error === null) log('catalog.updated', { brands, variants })
      else log('catalog.failed', { error: error.code })
    }
    wasRefreshing = refreshing
  }
}
