import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SimClock } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import type { Busy } from './busy.ts'

/** A road to a service of this machine on which everything takes as long as it does elsewhere. */
export interface LongRoad {
  readonly baseUrl: string
  /** Whoever is on it is gone: nobody waits for an answer any more. */
  drop(): void
  close(): Promise<void>
}

const MIN_MS = 40
const MAX_MS = 900

const CREATED = 'http.client.request.created'

/**
 * Builds the road: question and answer each take a while of the turned clock, and are passed on as they are. What goes on is counted by
 * what is really sent over it: two who ask the same share one question.
 */
export async function openLongRoad(to: string, clock: SimClock, busy: Busy, random: Random): Promise<LongRoad> {
  const pause = (): Promise<void> => clock.sleep(MIN_MS + random.below(MAX_MS - MIN_MS))
  const server = createServer((asked, answer) => {
    const left = new Promise((resolve) => answer.once('close', resolve))
    // Who asked may be gone meanwhile, and waits no longer: what was sent arrives all the same.
    const onTheWay = (): Promise<unknown> => busy.except(() => Promise.race([pause(), left]))
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of asked) chunks.push(chunk as Buffer)
      await onTheWay()
      const { host: _, ...headers } = asked.headers
      const passed = request(new URL(asked.url ?? '/', to), { method: asked.method ?? 'GET', headers })
      passed.end(Buffer.concat(chunks))
      const [said] = (await busy.while(() => once(passed, 'response'))) as [IncomingMessage]
      await onTheWay()
      answer.writeHead(said.statusCode ?? 502, said.headers)
      said.pipe(answer)
    })().catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const count = (message: unknown): void => {
    const { request: asked } = message as { readonly request: ClientRequest }
    if (asked.getHeader('host') !== host) return
    void busy.while(() => new Promise((resolve) => asked.once('close', resolve)))
  }
  subscribe(CREATED, count)
  return {
    baseUrl: `http://${host}`,
    drop: () => server.closeAllConnections(),
    async close() {
      unsubscribe(CREATED, count)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
