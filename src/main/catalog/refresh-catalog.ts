import { AppError, toAppError, type ErrorCode } from '../../shared/errors.ts'
import type { CatalogStatusView } from '../../shared/catalog-views.ts'
import type { Database } from '../db/open-database.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { readCatalogState } from './catalog-repository.ts'
import { isEvm } from './network-view.ts'
import type { NetworkWithTokens, Places } from './places-repository.ts'
import { runRefreshWorker } from './run-refresh-worker.ts'

export interface CatalogRefresherOptions {
  /** Main's own connection to the cache, for reading. */
  readonly db: Database
  readonly cacheFile: string
  readonly workerUrl: URL
  readonly client: Pick<ServiceClient, 'listProducts' | 'listCountries' | 'listNetworks' | 'listTokens'>
  /** Whose catalog it is; see `dropForeignCatalog`. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onChange: (view: CatalogStatusView) => void
}

export interface CatalogRefresher {
  /** Brings catalog, countries, networks and tokens up to date, or joins the refresh under way; never throws: the status tells. */
  refresh(): Promise<CatalogStatusView>
  status(): CatalogStatusView
  /** Gives a refresh under way up and waits for its end. */
  close(): Promise<void>
}

/** Refreshes the cached catalog; whatever fails, yesterday's stays whole. */
export function createCatalogRefresher(options: CatalogRefresherOptions): CatalogRefresher {
  const { db, onChange } = options
  const closing = new AbortController()
  let running: Promise<CatalogStatusView> | null = null
  let error: ErrorCode | null = null

  function status(): CatalogStatusView {
    const refreshing = running !== null
    try {
      return { ...readCatalogState(db), refreshing, progress: null, error }
    } catch {
      // A cache damaged under a running Till shows as empty until the next start makes it anew.
      return {
        refreshedAt: null,
        brands: 0,
        variants: 0,
        skipped: 0,
        refreshing,
        progress: null,
        error: error ?? 'internal',
      }
    }
  }

  async function run(): Promise<void> {
    const { client, cacheFile, workerUrl, source, now } = options
    const { signal } = closing
    const products = await client.listProducts({}, signal)
    const places = await fetchPlaces(client, signal)
    const job = { products, places, source, refreshedAt: now(), cacheFile }
    await runRefreshWorker(workerUrl, job, signal)
  }

  async function refreshOnce(): Promise<CatalogStatusView> {
    try {
      await run()
      error = null
    } catch (thrown) {
      error = toAppError(thrown).code
    }
    running = null
    const view = status()
    if (!closing.signal.aborted) onChange(view)
    return view
  }

  return {
    refresh() {
      if (running === null && !closing.signal.aborted) {
        // Announced only once it counts as running.
        running = Promise.resolve().then(refreshOnce)
        onChange(status())
      }
      return running ?? Promise.resolve(status())
    },
    status,
    async close() {
      closing.abort()
      await running
    },
  }
}

async function fetchPlaces(client: CatalogRefresherOptions['client'], signal: AbortSignal): Promise<Places> {
  const countries = await client.listCountries({}, signal)
  const listed = await client.listNetworks(undefined, signal)
  const networks: NetworkWithTokens[] = []
  for (const network of listed) {
    const payable = network.isActive && isEvm(network)
    networks.push({ ...network, tokens: payable ? await tokensOf(client, network.key, signal) : [] })
  }
  return { countries, networks }
}

/** A network whose tokens the service refuses to name can not be paid with; that costs the others nothing. */
async function tokensOf(
  client: CatalogRefresherOptions['client'],
  key: string,
  signal: AbortSignal,
): Promise<NetworkWithTokens['tokens']> {
  try {
    return await client.listTokens(key, undefined, signal)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'service-rejected') return []
    throw thrown
  }
}
