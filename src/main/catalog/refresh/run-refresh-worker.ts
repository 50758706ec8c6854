import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { errorView } from '../../../shared/error-view.ts'
import { AppError, fromSentError } from '../../../shared/errors.ts'
import type { RefreshJob } from './refresh-worker.ts'

const reply = z.union([z.object({ share: z.number() }), z.object({ error: errorView.nullable() })])

/** Megabytes of JavaScript heap for a refresh, which keeps only the positions of variants. */
const HEAP_MB = 64

/** Writes a refresh in a separate worker, so that the main process stays responsive; reports the share done. Throws AppError. */
export async function runRefreshWorker(
  workerUrl: URL,
  job: RefreshJob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(workerUrl, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
  })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (answer) => {
        const progress = reply.parse(answer)
        if ('share' in progress) return onProgress(progress.share)
        if (progress.error === null) return resolve()
        reject(fromSentError({ ...progress.error, message: 'The catalog could not be refreshed' }))
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The refresh worker ended early')))
    })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('internal', 'The catalog could not be written', { cause })
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
