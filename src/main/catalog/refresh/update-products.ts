import { rmSync } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import { confirmCatalog, readCatalogState, readEtags } from '../catalog-state-repository.ts'
import type { CatalogStore } from '../catalog-store.ts'
import { downloadCatalog } from './download-catalog.ts'
import type { CountryFacts } from './search-words.ts'
import { runRefreshWorker } from './run-refresh-worker.ts'

export interface ProductsOptions {
  readonly store: CatalogStore
  /** A dedicated folder for downloads until they are written. */
  readonly folder: string
  readonly workerUrl: URL
  readonly client: Pick<ServiceClient, 'downloadProducts'>
  /** Returns what the service says of its countries. */
  readonly countryFacts: () => readonly CountryFacts[]
  /** Countries to request one by one (ISO alpha-2); null for the whole catalog. */
  readonly countries: readonly string[] | null
  /** The service the catalog belongs to; see `dropForeignCatalog`. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Called with the part in progress, and its share from 0 to 1; null if unknown. */
export type OnProgress = (part: 'downloading' | 'writing', share: number | null) => void

/** A catalog that is damaged after it was written is fetched once more. */
const MAX_TRIES = 2

/** Downloads the service's products and writes them to the cache, unless they are unchanged. */
export async function updateProducts(
  options: ProductsOptions,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const asOf = await bringOnce(options, signal, onProgress)
    // A file damaged meanwhile is replaced by an empty one.
    if (options.store.use(readCatalogState).refreshedAt === new Date(asOf).toISOString()) return
  }
  throw new AppError('internal', 'The catalog was damaged while it was written')
}

/** Returns when (epoch ms) the service had the catalog that was written. */
async function bringOnce(options: ProductsOptions, signal: AbortSignal, onProgress: OnProgress): Promise<number> {
  const { store, folder, countries, source, now } = options
  store.reopenIfReplaced()
  const { files, etags, asOf } = await downloadCatalog({
    folder,
    countries,
    source,
    now,
    etags: store.use(readEtags),
    download: (country, more) =>
      options.client.downloadProducts(country === undefined ? {} : { country }, { ...more, signal }),
    onProgress: (share) => onProgress('downloading', share),
  })
  if (files === null) {
    store.write((db) => confirmCatalog(db, asOf))
    return asOf
  }
  const job = { files, etags, source, countries: options.countryFacts(), refreshedAt: asOf, catalogFile: store.file }
  try {
    onProgress('writing', 0)
    await store.withExternalWriter(() =>
      runRefreshWorker(options.workerUrl, job, (share) => onProgress('writing', share), signal),
    )
    return asOf
  } finally {
    // A file that could not be read would fail again; an aborted refresh continues from its files.
    if (!signal.aborted) for (const file of files) rmSync(file, { force: true })
  }
}
