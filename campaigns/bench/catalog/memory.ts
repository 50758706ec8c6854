import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openCatalogStore } from '../../../src/main/catalog/catalog-store.ts'
import { createCatalogRefresher } from '../../../src/main/catalog/refresh/refresh-catalog.ts'
import { createTestClient } from '../../../src/testing/service/client.ts'

/** Memory of the refreshing process in megabytes, before and at its peak, and the longest time that blocked the event loop. */
export interface RefreshMemory {
  readonly idleMb: number
  readonly peakMb: number
  readonly longestBlockMs: number
}

const residentMb = (): number => process.memoryUsage.rss() / 1e6

/** Measures the app's own refresh, from the request to the last row, of a catalog that comes over the network. */
export async function benchMemory({ file, folder }: { file: string; folder: string }): Promise<RefreshMemory> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': statSync(file).size })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const till = createTestClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, 600_000)
  const store = openCatalogStore(join(folder, 'memory.db'), () => undefined)
  const refresher = createCatalogRefresher({
    store,
    source: 'bench',
    countries: null,
    countryFacts: () => [],
    now: Date.now,
    onChange: () => undefined,
    client: till.client,
    metadata: { refresh: () => Promise.resolve(), readMissing: () => Promise.resolve(), missing: () => [] },
    folder: join(folder, 'downloads'),
    workerUrl: new URL('../../../src/main/catalog/refresh/refresh-worker.ts', import.meta.url),
  })
  await wait(500)
  globalThis.gc?.()
  const idleMb = residentMb()
  let [longestBlockMs, last] = [0, performance.now()]
  const beat = setInterval(() => {
    longestBlockMs = Math.max(longestBlockMs, performance.now() - last - 1)
    last = performance.now()
  }, 1)
  const status = await refresher.refresh()
  clearInterval(beat)
  if (status.error !== null) throw new Error(`The refresh failed: ${status.error.code}`)
  await refresher.close()
  store.close()
  till.dispose()
  server.close()
  return { idleMb, peakMb: highestResidentMb(), longestBlockMs }
}

/** Returns the peak resident memory of the process, as Linux counts it. */
function highestResidentMb(): number {
  const [, kilobytes = 'NaN'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}
