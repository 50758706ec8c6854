import { once } from 'node:events'
import { Worker, type ResourceLimits } from 'node:worker_threads'

/** A worker that answers one question at a time. It starts with the first question, and restarts after it exited. */
export interface WorkerClient {
  /** Returns the worker's answer to `job`; null if it exited or took too long. */
  ask(job: unknown): Promise<unknown>
  /** Terminates the worker. */
  close(): Promise<void>
}

/**
 * Creates a client of the worker at `url`, which posts one ready message. A worker that takes longer than `timeoutMs` for a job is
 * terminated, also one that needs more memory than `resourceLimits` allow.
 */
export function createWorkerClient(url: URL, timeoutMs: number, resourceLimits: ResourceLimits = {}): WorkerClient {
  let worker: Worker | null = null
  let queue: Promise<unknown> = Promise.resolve()

  /** Returns the running worker, or a new one once it is ready: its start must not count as answering time. */
  async function ready(): Promise<Worker> {
    if (worker !== null) return worker
    const started = new Worker(url, { resourceLimits })
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
    const current = await ready()
    const ended = new AbortController()
    const late = Promise.withResolvers<null>()
    const answered = Promise.race([
      once(current, 'message', { signal: ended.signal }).then(([reply]: unknown[]) => reply),
      once(current, 'exit', { signal: ended.signal }).then(() => null),
      late.promise,
    ])
    // Native code cannot be interrupted, so nothing waits for the thread's end.
    const giveUp = (): void => {
      if (worker === current) worker = null
      void current.terminate()
      late.resolve(null)
    }
    const timer = setTimeout(giveUp, timeoutMs)
    current.postMessage(job)
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
