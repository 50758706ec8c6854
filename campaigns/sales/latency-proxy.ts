import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SimClock } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import type { Busy } from './busy.ts'

/** A proxy to a local service with the delays of a remote one. */
export interface LatencyProxy {
  readonly baseUrl: string
  /** Closes all connections, as if their client were gone: nobody waits for an answer any more. */
  drop(): void
  close(): Promise<void>
}

const MIN_MS = 40
const MAX_MS = 900

const CREATED = 'http.client.request.created'

/**
 * Opens the proxy. It delays each request and each answer on the simulated clock and passes them on unchanged. It counts the requests
 * actually sent as work, since coalesced callers share one.
 */
export async function openLatencyProxy(to: string, clock: SimClock, busy: Busy, random: Random): Promise<LatencyProxy> {
  const pause = (): Promise<void> => clock.sleep(MIN_MS + random.below(MAX_MS - MIN_MS))
  const server = createServer((incoming, answer) => {
    const left = new Promise((resolve) => answer.once('close', resolve))
    // A client that left waits no longer; its request still arrives.
    const onTheWay = (): Promise<unknown> => busy.except(() => Promise.race([pause(), left]))
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      await onTheWay()
      const { host: _, ...headers } = incoming.headers
      const passed = request(new URL(incoming.url ?? '/', to), { method: incoming.method ?? 'GET', headers })
      passed.end(Buffer.concat(chunks))
      const [response] = (await busy.while(() => once(passed, 'response'))) as [IncomingMessage]
      await onTheWay()
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })().catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const count = (message: unknown): void => {
    const { request: incoming } = message as { readonly request: ClientRequest }
    if (incoming.getHeader('host') !== host) return
    void busy.while(() => new Promise((resolve) => incoming.once('close', resolve)))
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
