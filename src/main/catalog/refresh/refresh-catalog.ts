import { rmSync } from 'node:fs'
import { AppError, type ErrorView } from '../../../shared/errors.ts'
import type { CatalogStatusView, NeededPart } from '../../../shared/catalog/views.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import { confirmCatalog, readCatalogState, readEtags } from '../catalog-state-repository.ts'
import type { CatalogStore } from '../catalog-store.ts'
import { downloadCatalog } from './download-catalog.ts'
import type { PlacesRefresher } from '../places/refresh-places.ts'
import { refreshFailure } from './refresh-failure.ts'
import { runRefreshWorker } from './run-refresh-worker.ts'

export interface CatalogRefresherOptions {
  readonly store: CatalogStore
  /** A dedicated folder for downloads until they are written. */
  readonly folder: string
  readonly workerUrl: URL
  readonly client: Pick<ServiceClient, 'downloadProducts'>
  readonly places: Pick<PlacesRefresher, 'refresh' | 'readMissing' | 'missing'>
  /** Returns two-letter and three-letter codes of the known countries. */
  readonly iso3: () => readonly (readonly [string, string])[]
  /** Countries to request one by one (ISO alpha-2); null for the whole catalog. */
  readonly countries: readonly string[] | null
  /** The service the catalog belongs to; see `dropForeignCatalog`. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onChange: (view: CatalogStatusView) => void
}

export interface CatalogRefresher {
  /**
   * Refreshes the catalog and outdated places, or all places if the user `asked`; joins a refresh in progress. Never throws: the status
   * reports errors.
   */
  refresh(asked?: boolean): Promise<CatalogStatusView>
  /**
   * Requests the missing parts one after the other, starting at `turn`, until one fails: while the service is down, each try costs one
   * request. Joins a refresh in progress; never throws.
   */
  askForMissing(turn: number): Promise<CatalogStatusView>
  status(): CatalogStatusView
  /** Aborts a refresh in progress and waits for its end. */
  close(): Promise<void>
}

const TELL_EVERY_MS = 100
/** A catalog that is damaged after it was written is fetched once more. */
const MAX_TRIES = 2

/** Creates the refresher of the cached catalog; after any failure, yesterday's catalog stays complete. */
export function createCatalogRefresher(options: CatalogRefresherOptions): CatalogRefresher {
  const { store, source, now, onChange } = options
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<CatalogStatusView> | null = null
  let progress: CatalogStatusView['progress'] = null
  let toldAt = -Infinity
  let error: ErrorView | null = null
  let lastStatus: CatalogStatusView = {
    refreshedAt: null,
    brands: 0,
    variants: 0,
    skipped: 0,
    refreshing: false,
    progress: null,
    error: null,
    missing: [],
  }

  function status(): CatalogStatusView {
    const refreshing = running !== null
    const state = store.use(readCatalogState)
    const missing: NeededPart[] = options.places.missing()
    // A service that has only just started may have no products yet.
    if (state.refreshedAt === null || state.variants === 0) missing.push('catalog')
    return { ...state, refreshing, progress, error, missing }
  }
  /** Returns the status even if the disk cannot read the catalog: the last known one, with the error. */
  function statusAnyhow(): CatalogStatusView {
    try {
      lastStatus = status()
      return lastStatus
    } catch (thrown) {
      error = refreshFailure(thrown)
      return { ...lastStatus, refreshing: running !== null, progress, error }
    }
  }

  function tell(part: 'downloading' | 'writing', share: number | null): void {
    const isNew = progress?.part !== part
    progress = { part, share: share === null ? null : Math.min(1, share) }
    if (signal.aborted || (!isNew && performance.now() - toldAt < TELL_EVERY_MS)) return
    toldAt = performance.now()
    onChange(status())
  }

  async function refreshProducts(): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const asOf = await bringProducts()
      // A file damaged meanwhile is replaced by an empty one.
      if (store.use(readCatalogState).refreshedAt === new Date(asOf).toISOString()) return
    }
    throw new AppError('internal', 'The catalog was damaged while it was written')
  }

  /** Returns when (epoch ms) the service had the catalog that was written. */
  async function bringProducts(): Promise<number> {
    store.reopenIfReplaced()
    const { files, etags, asOf } = await downloadCatalog({
      folder: options.folder,
      countries: options.countries,
      source,
      now,
      etags: store.use(readEtags),
      download: (country, more) =>
        options.client.downloadProducts(country === undefined ? {} : { country }, { ...more, signal }),
      onProgress: (share) => tell('downloading', share),
    })
    if (files === null) {
      store.write((db) => confirmCatalog(db, asOf))
      return asOf
    }
    const job = { files, etags, source, iso3: options.iso3(), refreshedAt: asOf, catalogFile: store.file }
    try {
      tell('writing', 0)
      await store.withExternalWriter(() =>
        runRefreshWorker(options.workerUrl, job, (share) => tell('writing', share), signal),
      )
      return asOf
    } finally {
      // A file that could not be read would fail again; an aborted refresh continues from its files.
      if (!signal.aborted) for (const file of files) rmSync(file, { force: true })
    }
  }

  async function run(asked: boolean): Promise<void> {
    // First, since it is quick, and the catalog's search words contain country names.
    const places = await options.places.refresh({ force: asked }).then(() => null, refreshFailure)
    error = await refreshProducts().then(() => places, refreshFailure)
  }

  async function runMissing(turn: number): Promise<void> {
    const { missing } = status()
    const first = missing.length === 0 ? 0 : turn % missing.length
    for (const part of [...missing.slice(first), ...missing.slice(0, first)]) {
      const reading = part === 'catalog' ? refreshProducts() : options.places.readMissing(part)
      error = await reading.then(() => null, refreshFailure)
      if (error !== null) return
    }
  }

  async function refreshOnce(work: () => Promise<void>): Promise<CatalogStatusView> {
    try {
      await work()
    } catch (thrown) {
      error = refreshFailure(thrown)
    }
    running = null
    progress = null
    const view = statusAnyhow()
    if (!signal.aborted) onChange(view)
    return view
  }

  function begin(work: () => Promise<void>): Promise<CatalogStatusView> {
    if (running === null && !signal.aborted) {
      // Announced only once it counts as running.
      running = Promise.resolve().then(() => refreshOnce(work))
      onChange(statusAnyhow())
    }
    return running ?? Promise.resolve(statusAnyhow())
  }

  return {
    refresh: (asked = false) => begin(() => run(asked)),
    askForMissing: (turn) => begin(() => runMissing(turn)),
    status,
    async close() {
      closing.abort()
      await running
    },
  }
}
