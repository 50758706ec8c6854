import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A worker that answers one question at a time; it starts with the first, and again after it ended. */
export interface AskedWorker {
  /** What it says to `job`; null where it ended instead. */
  ask(job: unknown): Promise<unknown>
  /** Ends the worker. */
  close(): Promise<void>
}

/** Asks the worker at `url`, which says once that it is ready; one that takes longer than `timeoutMs` over a job is ended. */
export function createAskedWorker(url: URL, timeoutMs: number): AskedWorker {
  let worker: Worker | null = null
  let queue: Promise<unknown> = Promise.resolve()

  /** The running worker, or a new one that says it is ready: starting must not count as answering. */
  async function ready(): Promise<Worker> {
    if (worker !== null) return worker
    const started = new Worker(url)
    worker = started
    started.unref()
    const forget = (): void => {
      if (worker === started) worker = null
    }
    started.on('error', forget)
    started.once('exit', forget)
    await Promise.race([once(started, 'message'), once(started, 'exit')])
    return started
  }

  async function answer(job: unknown): Promise<unknown> {
    const asked = await ready()
    const ended = new AbortController()
    const answered = Promise.race([
      once(asked, 'message', { signal: ended.signal }).then(([said]: unknown[]) => said),
      once(asked, 'exit', { signal: ended.signal }).then(() => null),
    ])
    const timer = setTimeout(() => void asked.terminate(), timeoutMs)
    asked.postMessage(job)
    try {
      return await answered
    } finally {
      clearTimeout(timer)
      ended.abort()
    }
  }

  return {
    ask(job) {
      const answered = queue.then(() => answer(job)).catch(() => null)
      queue = answered
      return answered
    },
    async close() {
      await worker?.terminate()
    },
  }
}
