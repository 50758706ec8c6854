import { parentPort, workerData } from 'node:worker_threads'
import type { ErrorView } from '../../../shared/errors.ts'
import { isDamaged } from '../../db/disk-errors.ts'
import { dropCache } from '../../db/open-cache.ts'
import { openCatalog } from '../open-catalog.ts'
import { refreshFailure } from './refresh-failure.ts'
import { writeCatalog, type RefreshInput } from './write-catalog.ts'

/** The worker's input. */
export interface RefreshJob extends RefreshInput {
  readonly catalogFile: string
}

/** The worker's messages: the share done, and finally null or the error. */
export type RefreshReply = { readonly share: number } | { readonly error: ErrorView | null }

const TELL_EVERY_MS = 100

function run(job: RefreshJob): RefreshReply {
  let reportedAt = performance.now()
  const tell = (share: number): void => {
    if (performance.now() - reportedAt < TELL_EVERY_MS) return
    reportedAt = performance.now()
    parentPort?.postMessage({ share } satisfies RefreshReply)
  }
  const write = (): void => {
    const db = openCatalog(job.catalogFile)
    try {
      writeCatalog(db, job, tell)
    } finally {
      db.close()
    }
  }
  try {
    try {
      write()
    } catch (error) {
      if (!isDamaged(error)) throw error
      dropCache(job.catalogFile)
      write()
    }
    return { error: null }
  } catch (thrown) {
    return { error: refreshFailure(thrown) }
  }
}

parentPort?.postMessage(run(workerData as RefreshJob))
