import type { CatalogStatusView, ChangeKind } from '../../shared/catalog/views.ts'
import type { ErrorView } from '../../shared/errors.ts'
import type { RequestOutput } from '../../shared/contract.ts'
import { dropForeignCatalog, readCatalogState } from './catalog-state-repository.ts'
import { readChanges, type Own, readSeenAt, writeSeenAt } from './changes-repository.ts'
import type { Page } from './search/products-repository.ts'
import type { CatalogStore } from './catalog-store.ts'
import { toCountryFacts } from './metadata/country-view.ts'
import { readCountries } from './metadata/metadata-repository.ts'
import { createCatalogRefresher, type CatalogRefresher } from './refresh/refresh-catalog.ts'
import { createMetadataRefresher, type MetadataRefresher } from './metadata/refresh-metadata.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Timer } from '../../shared/timer.ts'
import type { ProfileService } from '../service/service-client.ts'
import { createRetrySchedule } from './refresh/retry-schedule.ts'

export interface CatalogsOptions {
  readonly cache: WritableDb
  readonly store: CatalogStore
  /** The folder for downloads until they are written. */
  readonly folder: string
  readonly workerUrl: URL
  readonly now: () => number
  readonly timer: Timer
  readonly onChange: (view: CatalogStatusView) => void
  /** Called when countries, networks or tokens were read again. */
  readonly onMetadata: () => void
  /** Returns why this shell never contacts the current service, or null. */
  readonly refused: () => ErrorView | null
}

/**
 * The current service's catalog. Missing parts are requested until they are there. While Till stays open, a catalog older than half a day
 * is requested hourly.
 */
export interface Catalogs {
  use(service: ProfileService): void
  status(): CatalogStatusView
  /** Refreshes the catalog, and everything that belongs to it if `isManual`. */
  refresh(isManual?: boolean): Promise<CatalogStatusView>
  /** Returns the changes since the user last looked, or since the first refresh. */
  changes(filter: { kind: ChangeKind | null; yours: boolean; own: Own }, page: Page): RequestOutput<'catalog.changes'>
  /** Records that the user has seen all changes until now. */
  markSeen(): void
  /** Returns whether it is older than half a day, or missing. */
  isOld(): boolean
  close(): Promise<void>
}

const OLD_AFTER_MS = 12 * 3_600_000
const LOOKED_AT_EVERY_MS = 3_600_000

/** Opens the catalogs with one refresher, for the current service; a change of service closes it and opens another. */
export function openCatalogs(options: CatalogsOptions): Catalogs {
  const { cache, store, now, onChange } = options
  let current: OpenService | null = null

  const status = (): CatalogStatusView =>
    current?.refresher.status() ?? {
      ...store.use(readCatalogState),
      refreshing: false,
      progress: null,
      error: options.refused(),
      missing: [],
    }
  const isOld = (): boolean => {
    const { refreshedAt } = status()
    return refreshedAt === null || now() - Date.parse(refreshedAt) > OLD_AFTER_MS
  }
  const refresh: Catalogs['refresh'] = (isManual) => current?.refresher.refresh(isManual) ?? Promise.resolve(status())
  const again = createRetrySchedule({
    now,
    timer: options.timer,
    ask: (turn) => void current?.refresher.askForMissing(turn),
  })
  let looking: NodeJS.Timeout | undefined
  const close = async (): Promise<void> => {
    clearInterval(looking)
    again.stop()
    await Promise.all([current?.refresher.close(), current?.metadata.close()])
  }

  return {
    use(service) {
      void close()
      const opened = openService(options, service, (view) => {
        again.plan(view)
        onChange(view)
      })
      current = opened
      again.plan(opened.refresher.status())
      looking = setInterval(() => isOld() && void refresh(), LOOKED_AT_EVERY_MS).unref()
    },
    status,
    refresh,
    changes(filter, page) {
      const since = current === null ? null : readSeenAt(cache, current.source)
      const found = store.use((db) => readChanges(db, since ?? 0, filter, page))
      return { since: since === null ? null : new Date(since).toISOString(), ...found }
    },
    markSeen: () => (current === null ? undefined : writeSeenAt(cache, current.source, now())),
    isOld,
    close,
  }
}

interface OpenService {
  readonly source: string
  readonly refresher: CatalogRefresher
  readonly metadata: MetadataRefresher
}

/** Opens the catalog of one service; drops the catalog of another one. */
function openService(
  { cache, store, folder, workerUrl, now, onMetadata }: CatalogsOptions,
  { profile, client }: Parameters<Catalogs['use']>[0],
  onChange: (view: CatalogStatusView) => void,
): OpenService {
  const source = `${profile.baseUrl} ${profile.integrator}`
  store.write((db) => dropForeignCatalog(db, source))
  const metadata = createMetadataRefresher({ db: cache, client, source, now, onChange: onMetadata })
  const refresher = createCatalogRefresher({
    store,
    folder,
    workerUrl,
    client,
    metadata,
    countryFacts: () => readCountries(cache).map(toCountryFacts),
    countries: profile.catalogCountries,
    source,
    now,
    onChange,
  })
  return { source, refresher, metadata }
}
