import { parentPort } from 'node:worker_threads'
import { openBench } from './bench.ts'
import type { Plan } from './run.ts'

const bench = openBench()
parentPort?.on('message', (plan: Plan | null) => {
  if (plan === null) {
    bench.close()
    parentPort?.close()
    return
  }
  void bench
    .run(plan)
    .then((outcome) => parentPort?.postMessage({ ...outcome, unforeseen: outcome.unforeseen.map(String) }))
})
