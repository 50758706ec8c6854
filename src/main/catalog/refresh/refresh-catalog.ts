import type { CatalogStatusView } from '../../../shared/catalog/views.ts'
import type { MetadataRefresher } from '../metadata/refresh-metadata.ts'
import { updateProducts, type ProductsOptions } from './update-products.ts'
import { refreshFailure } from './refresh-failure.ts'
import { createRefreshStatus } from './refresh-status.ts'

export interface CatalogRefresherOptions extends ProductsOptions {
  readonly metadata: Pick<MetadataRefresher, 'refresh' | 'readMissing' | 'missing'>
  readonly onChange: (view: CatalogStatusView) => void
}

export interface CatalogRefresher {
  /**
   * Refreshes the catalog and outdated metadata, or all metadata if `isManual`; joins a refresh in progress. Never throws: the status
   * reports errors.
   */
  refresh(isManual?: boolean): Promise<CatalogStatusView>
  /**
   * Requests the missing parts one after the other, starting at `turn`, until one fails: while the service is down, each try costs one
   * request. Joins a refresh in progress; never throws.
   */
  askForMissing(turn: number): Promise<CatalogStatusView>
  status(): CatalogStatusView
  /** Aborts a refresh in progress and waits for its end. */
  close(): Promise<void>
}

/** Creates the refresher of the cached catalog; after any failure, yesterday's catalog stays complete. */
export function createCatalogRefresher(options: CatalogRefresherOptions): CatalogRefresher {
  const { metadata, onChange } = options
  const closing = new AbortController()
  const { signal } = closing
  const status = createRefreshStatus(options, signal)
  let running: Promise<CatalogStatusView> | null = null
  const refreshProducts = (): Promise<void> => updateProducts(options, signal, status.progress)

  async function refresh(isManual: boolean): Promise<void> {
    // First, since it is quick, and the catalog's search words contain country names.
    const failure = await metadata.refresh({ force: isManual }).then(() => null, refreshFailure)
    status.fail(await refreshProducts().then(() => failure, refreshFailure))
  }

  async function readMissing(turn: number): Promise<void> {
    const { missing } = status.view()
    const first = missing.length === 0 ? 0 : turn % missing.length
    for (const part of [...missing.slice(first), ...missing.slice(0, first)]) {
      const reading = part === 'catalog' ? refreshProducts() : metadata.readMissing(part)
      const failure = await reading.then(() => null, refreshFailure)
      status.fail(failure)
      if (failure !== null) return
    }
  }

  async function run(work: () => Promise<void>): Promise<CatalogStatusView> {
    try {
      await work()
    } catch (thrown) {
      status.fail(refreshFailure(thrown))
    }
    running = null
    status.end()
    const view = status.viewAnyhow()
    if (!signal.aborted) onChange(view)
    return view
  }

  function begin(work: () => Promise<void>): Promise<CatalogStatusView> {
    if (running === null && !signal.aborted) {
      // Announced only once it counts as running.
      running = Promise.resolve().then(() => run(work))
      status.begin()
      onChange(status.viewAnyhow())
    }
    return running ?? Promise.resolve(status.viewAnyhow())
  }

  return {
    refresh: (isManual = false) => begin(() => refresh(isManual)),
    askForMissing: (turn) => begin(() => readMissing(turn)),
    status: status.view,
    async close() {
      closing.abort()
      await running
    },
  }
}
