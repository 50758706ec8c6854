import type { ErrorCode } from '../../shared/errors.ts'
import type { CatalogStatusView } from '../../shared/catalog-views.ts'
import { readCatalogState } from '../catalog/catalog-repository.ts'
import { createCatalogRefresher, type CatalogRefresher } from '../catalog/refresh-catalog.ts'
import { dropForeignCatalog } from '../catalog/catalog-write-repository.ts'
import type { Database } from '../db/open-database.ts'
import type { PurchaseService } from '../purchases/purchase-context.ts'

export interface CatalogsOptions {
  readonly cache: Database
  readonly cacheFile: string
  readonly workerUrl: URL
  readonly now: () => number
  readonly onChange: (view: CatalogStatusView) => void
  /** Why the service in use is never asked in this window, or null. */
  readonly refused: () => ErrorCode | null
}

/** The catalog of whichever service is in use. */
export interface Catalogs {
  use(service: PurchaseService): void
  status(): CatalogStatusView
  refresh(): Promise<CatalogStatusView>
  /** Whether it is older than half a day, or was never there. */
  isOld(): boolean
  close(): Promise<void>
}

const OLD_AFTER_MS = 12 * 3_600_000

/** Keeps one refresher, for the service in use; the one before is given up when another service comes. */
export function openCatalogs(options: CatalogsOptions): Catalogs {
  const { cache, cacheFile, workerUrl, now, onChange } = options
  let refresher: CatalogRefresher | null = null

  const status = (): CatalogStatusView =>
    refresher?.status() ?? { ...readCatalogState(cache), refreshing: false, progress: null, error: options.refused() }

  return {
    use({ profile, client }) {
      void refresher?.close()
      const source = `${profile.baseUrl} ${profile.integrator}`
      dropForeignCatalog(cache, source)
      refresher = createCatalogRefresher({ db: cache, cacheFile, workerUrl, client, source, now, onChange })
    },
    status,
    refresh: () => refresher?.refresh() ?? Promise.resolve(status()),
    isOld() {
      const { refreshedAt } = status()
      return refreshedAt === null || now() - Date.parse(refreshedAt) > OLD_AFTER_MS
    },
    close: async () => refresher?.close(),
  }
}
