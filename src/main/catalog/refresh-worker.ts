import { parentPort, workerData } from 'node:worker_threads'
import type { AppError } from '../../shared/errors.ts'
import { toAppError } from '../../shared/errors.ts'
import { cacheMigrations } from '../db/migrations/cache.ts'
import { openDatabase } from '../db/open-database.ts'
import { writeCatalog, type RefreshInput } from './write-catalog.ts'

/** What the worker is started with. */
export interface RefreshJob extends RefreshInput {
  readonly cacheFile: string
}

/** What the worker says once before it ends: null, or the code of what went wrong. */
export type RefreshReply = { readonly error: AppError['code'] | null }

function run(job: RefreshJob): RefreshReply {
  try {
    const db = openDatabase(job.cacheFile, cacheMigrations, 'normal')
    try {
      writeCatalog(db, job)
    } finally {
      db.close()
    }
    return { error: null }
  } catch (thrown) {
    return { error: toAppError(thrown).code }
  }
}

parentPort?.postMessage(run(workerData as RefreshJob))
