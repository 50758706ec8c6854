import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SimClock } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import type { Busy } from './busy.ts'

/** A road to a service of this machine on which everything takes as long as it does elsewhere. */
export interface LongRoad {
  readonly baseUrl: string
  close(): Promise<void>
}

const LEAST_MS = 40
const MOST_MS = 900

/** Builds the road: question and answer each take a while of the turned clock, and are passed on as they are. */
export async function openLongRoad(to: string, clock: SimClock, busy: Busy, random: Random): Promise<LongRoad> {
  const pause = (): Promise<void> => busy.except(() => clock.sleep(LEAST_MS + random.below(MOST_MS - LEAST_MS)))
  const server = createServer((asked, answer) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of asked) chunks.push(chunk as Buffer)
      await pause()
      const { host: _, ...headers } = asked.headers
      const passed = request(new URL(asked.url ?? '/', to), { method: asked.method ?? 'GET', headers })
      passed.end(Buffer.concat(chunks))
      const [said] = (await once(passed, 'response')) as [IncomingMessage]
      await pause()
      answer.writeHead(said.statusCode ?? 502, said.headers)
      said.pipe(answer)
    })().catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
