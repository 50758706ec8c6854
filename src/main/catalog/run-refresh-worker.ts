import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { AppError, errorCodes } from '../../shared/errors.ts'
import type { RefreshJob } from './refresh-worker.ts'

const reply = z.object({ error: z.enum(errorCodes).nullable() })

/** Writes a refresh in a worker of its own, so that main answers meanwhile; the catalog's bytes are moved to it. Throws AppError. */
export async function runRefreshWorker(workerUrl: URL, job: RefreshJob, signal: AbortSignal): Promise<void> {
  const products = movable(job.products)
  const worker = new Worker(workerUrl, { workerData: { ...job, products }, transferList: [products.buffer] })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const said = await new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The refresh worker ended early')))
    })
    const { error } = reply.parse(said)
    if (error !== null) throw new AppError(error, 'The catalog could not be refreshed')
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('internal', 'The catalog could not be written', { cause })
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** The bytes in a buffer of their own; a small one may lie in a pool that others share. */
function movable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes
  const alone = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
  return alone ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}
