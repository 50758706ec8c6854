import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Responder = (request: SeenRequest, response: ServerResponse) => void

export interface TestServer {
  readonly baseUrl: string
  readonly seen: SeenRequest[]
  /** Answers requests from now on. */
  respond: Responder
  close(): Promise<void>
}

/** Creates a responder with a status and a JSON value; a string is sent as it is. */
export function reply(status: number, value: unknown, headers: Record<string, string> = {}): Responder {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (_, response) => void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)
}

/** Starts an HTTP server on the loopback that records every request and answers with `respond`. Port 0 takes a free one. */
export async function startTestServer(respond: Responder, at = 0): Promise<TestServer> {
  const seen: SeenRequest[] = []
  const server: Server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const request = {
        method: message.method ?? '',
        url: new URL(message.url ?? '/', 'http://127.0.0.1'),
        headers: message.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      seen.push(request)
      running.respond(request, response)
    })
  })
  await new Promise<void>((done) => server.listen(at, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const running: TestServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    respond,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return running
}
