import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Outcome, Plan } from './run.ts'

/** Several benches, each in its own thread. */
export interface WorkerPool {
  /** Runs plans as benches come free and reports each outcome. Plans that `onOutcome` adds run too. */
  run(plans: Plan[], onOutcome: (plan: Plan, outcome: Outcome) => void): Promise<void>
  close(): Promise<void>
}

/** Starts `size` benches. */
export function openWorkerPool(size: number): WorkerPool {
  const workers = Array.from({ length: size }, () => new Worker(new URL('./worker.ts', import.meta.url)))
  async function work(worker: Worker, plans: Plan[], onOutcome: (plan: Plan, outcome: Outcome) => void): Promise<void> {
    for (let plan = plans.shift(); plan !== undefined; plan = plans.shift()) {
      worker.postMessage(plan)
      const [outcome] = (await once(worker, 'message')) as [Outcome]
      onOutcome(plan, outcome)
    }
  }
  return {
    async run(plans, onOutcome) {
      await Promise.all(workers.map((worker) => work(worker, plans, onOutcome)))
    },
    async close() {
      await Promise.all(
        workers.map(async (worker) => {
          const ended = once(worker, 'exit')
          worker.postMessage(null)
          await ended
        }),
      )
    },
  }
}
