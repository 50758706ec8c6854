import { describe, expect, it } from 'vitest'
import { createWorkerClient } from './worker-client.ts'

const workerOf = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      import { execFileSync } from 'node:child_process'
      parentPort.on('message', (job) => { ${body} })
      parentPort.postMessage('ready')`)}`,
  )

describe('a worker', () => {
  it('that takes too long is replaced, even where its thread cannot be ended', async () => {
    // A thread that waits for a process ends only after it.
    const wait = `execFileSync(process.execPath, ['-e', 'setTimeout(() => {}, 4000)'])`
    const worker = createWorkerClient(workerOf(`if (job === 'wait') ${wait}; parentPort.postMessage(job)`), 500)
    const started = performance.now()
    expect(await worker.ask('wait')).toBeNull()
    expect(await worker.ask('other')).toBe('other')
    expect(performance.now() - started).toBeLessThan(3_500)
    await worker.close()
  })

  it('that needs more memory than it may have is replaced', async () => {
    const fill = `{ const all = []; for (;;) all.push(new Array(10_000).fill({})) }`
    const worker = createWorkerClient(workerOf(`if (job === 'fill') ${fill}; parentPort.postMessage(job)`), 20_000, {
      maxOldGenerationSizeMb: 32,
    })
    expect(await worker.ask('fill')).toBeNull()
    expect(await worker.ask('other')).toBe('other')
    await worker.close()
  })
})
