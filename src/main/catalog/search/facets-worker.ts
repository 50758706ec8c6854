import { parentPort } from 'node:worker_threads'
import type { BrowseInput, FacetsView } from '../../../shared/catalog/views.ts'
import { openToRead } from '../../db/open-to-read.ts'
import { readFacets } from './facets-repository.ts'

/** One question to the worker: the facets of `input` in the catalog's file, prices in `currency`. */
export interface FacetsJob {
  readonly file: string
  readonly input: BrowseInput
  readonly currency: string | null
}

/** The file is opened for each question: another may have taken its place. */
function count({ file, input, currency }: FacetsJob): FacetsView {
  const db = openToRead(file)
  try {
    return readFacets(db, input, currency)
  } finally {
    db.close()
  }
}

// An error ends it: then main counts, and reports what is wrong.
parentPort?.on('message', (job: FacetsJob) => parentPort?.postMessage(count(job)))
parentPort?.postMessage('ready')
