import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An outgoing HTTP answer. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Buffer
}

/** A request, and the target server's answer. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly sent: string
  readonly answer: Answer & { readonly body: string }
}

/** A local proxy in front of another server. */
export interface ServiceProxy {
  readonly origin: string
  /** Changes the answers from now on. */
  alter(change: (exchange: Exchange) => Answer): void
  stop(): Promise<void>
}

const ofOneConnection = ['host', 'connection', 'content-length', 'accept-encoding']

/** Starts a proxy for the server at the URL `target` on a free port; tests may change its answers. */
export async function startProxy(target: string): Promise<ServiceProxy> {
  let change = ({ answer }: Exchange): Answer => answer

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = 'GET', url: path = '/' } = request
    const sent = await text(request)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (!ofOneConnection.includes(name)) headers.set(name, String(value))
    const response = await fetch(new URL(path, target), {
      method,
      headers,
      body: method === 'GET' ? null : sent,
    })
    const given = {
      status: response.status,
      headers: { 'content-type': 'application/json' },
      body: await response.text(),
    }
    return change({ method, path, sent, answer: given })
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter: (given) => void (change = given),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
