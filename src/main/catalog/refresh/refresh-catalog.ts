import { rmSync } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import type { CatalogFailure, CatalogStatusView, NeededPart } from '../../../shared/catalog/views.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import { confirmCatalog, readCatalogState, readEtags } from '../catalog-state-repository.ts'
import type { CatalogStore } from '../catalog-store.ts'
import { downloadCatalog } from './download-catalog.ts'
import type { PlacesRefresher } from '../places/refresh-places.ts'
import { refreshFailure } from './refresh-failure.ts'
import { runRefreshWorker } from './run-refresh-worker.ts'

export interface CatalogRefresherOptions {
  readonly store: CatalogStore
  /** Where downloads wait until they are written: a folder of their own. */
  readonly folder: string
  readonly workerUrl: URL
  readonly client: Pick<ServiceClient, 'downloadProducts'>
  readonly places: Pick<PlacesRefresher, 'refresh' | 'readMissing' | 'missing'>
  /** Three-letter codes of the countries that are known, by their two-letter ones. */
  readonly iso3: () => readonly (readonly [string, string])[]
  /** Countries to ask for one by one (ISO alpha-2); null for the whole catalog. */
  readonly countries: readonly string[] | null
  /** Whose catalog it is; see `dropForeignCatalog`. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onChange: (view: CatalogStatusView) => void
}

export interface CatalogRefresher {
  /**
   * Brings the catalog up to date, and the places that are old, all of them where a person `asked`; or joins the refresh under way. Never
   * throws: the status tells.
   */
  refresh(asked?: boolean): Promise<CatalogStatusView>
  /**
   * Asks for the parts that are missing, one after the other from the `turn`-th on, up to the first that fails: while the service is
   * down, each try costs one request. Joins a refresh under way; never throws.
   */
  askForMissing(turn: number): Promise<CatalogStatusView>
  status(): CatalogStatusView
  /** Gives a refresh under way up and waits for its end. */
  close(): Promise<void>
}

const TELL_EVERY_MS = 100
/** A catalog found damaged once it is written is brought once more. */
const MOST_TRIES = 2

/** Refreshes the cached catalog; whatever fails, yesterday's stays whole. */
export function createCatalogRefresher(options: CatalogRefresherOptions): CatalogRefresher {
  const { store, source, now, onChange } = options
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<CatalogStatusView> | null = null
  let progress: CatalogStatusView['progress'] = null
  let toldAt = -Infinity
  let error: CatalogFailure | null = null
  let told: CatalogStatusView = {
    ...{ refreshedAt: null, brands: 0, variants: 0, skipped: 0 },
    ...{ refreshing: false, progress: null, error: null, missing: [] },
  }

  function status(): CatalogStatusView {
    const refreshing = running !== null
    const state = store.use(readCatalogState)
    const missing: NeededPart[] = options.places.missing()
    // A service that has only just started may offer nothing yet.
    if (state.refreshedAt === null || state.variants === 0) missing.push('catalog')
    return { ...state, refreshing, progress, error, missing }
  }
  /** The status also where the disk does not give the catalog: as it was last told, with what is wrong. */
  function statusAnyhow(): CatalogStatusView {
    try {
      told = status()
      return told
    } catch (thrown) {
      error = refreshFailure(thrown)
      return { ...told, refreshing: running !== null, progress, error }
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
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const asOf = await bringProducts()
      // A file that turns out to be damaged meanwhile is replaced by an empty one.
      if (store.use(readCatalogState).refreshedAt === new Date(asOf).toISOString()) return
    }
    throw new AppError('internal', 'The catalog was damaged while it was written')
  }

  /** Answers when (epoch ms) the service had the catalog that is written. */
  async function bringProducts(): Promise<number> {
    store.follow()
    const { files, etags, asOf } = await downloadCatalog({
      ...{ folder: options.folder, countries: options.countries, source, now },
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
      await store.lend(() => runRefreshWorker(options.workerUrl, job, (share) => tell('writing', share), signal))
      return asOf
    } finally {
      // What could not be read would not be read the next time either; what was given up goes on from here.
      if (!signal.aborted) for (const file of files) rmSync(file, { force: true })
    }
  }

  async function run(asked: boolean): Promise<void> {
    // First, since it is short, and the catalog's words name countries.
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
