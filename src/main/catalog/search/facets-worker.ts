import { parentPort } from 'node:worker_threads'
import type { BrowseInput, FacetsView } from '../../../shared/catalog/views.ts'
import { openToRead } from '../../db/open-to-read.ts'
import { readFacets } from './facets-repository.ts'

/** A question to the worker: the facets of `input` in the catalog file, prices in `currency`. */
export interface FacetsJob {
  readonly file: string
  readonly input: BrowseInput
  readonly currency: string | null
}

/** The file is opened for each question, since another one may have replaced it. */
function count({ file, input, currency }: FacetsJob): FacetsView {
  const db = openToRead(file)
  try {
    return readFacets(db, input, currency)
  } finally {
    db.close()
  }
}

// An error ends the worker: then the main process counts, and reports the problem.
parentPort?.on('message', (job: FacetsJob) => parentPort?.postMessage(count(job)))
parentPort?.postMessage('ready')
