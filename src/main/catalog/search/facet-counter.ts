import { facetsView, type BrowseInput, type FacetsView } from '../../../shared/catalog/views.ts'
import { createWorkerClient } from '../worker-client.ts'
import type { CatalogStore } from '../catalog-store.ts'
import { readFacets } from './facets-repository.ts'
import type { FacetsJob } from './facets-worker.ts'

export interface FacetCounter {
  /** Returns the facets of a question, prices in `currency` (ISO 4217). */
  count(input: BrowseInput, currency: string | null): Promise<FacetsView>
  /** Terminates the worker. */
  close(): Promise<void>
}

const PATIENCE_MS = 10_000

/** Null if the worker failed. */
const answerSchema = facetsView.nullable().catch(null)

/**
 * Creates a counter of facets, the slowest catalog query, in a worker, so that nothing waits for it. If the worker fails, as with a damaged
 * file, the main process counts instead, and throws what the read throws.
 */
export function createFacetCounter(catalog: CatalogStore, workerUrl: URL): FacetCounter {
  const worker = createWorkerClient(workerUrl, PATIENCE_MS)
  return {
    async count(input, currency) {
      const job: FacetsJob = { file: catalog.file, input, currency }
      const counted = answerSchema.parse(await worker.ask(job))
      return counted ?? catalog.use((db) => readFacets(db, input, currency))
    },
    close: worker.close,
  }
}
