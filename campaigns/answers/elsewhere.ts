import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address that nobody should ever ask. */
export interface Elsewhere {
  readonly url: string
  readonly requests: () => number
  close(): Promise<void>
}

/** Opens one on this machine. It answers every request with success. */
export async function openElsewhere(): Promise<Elsewhere> {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
