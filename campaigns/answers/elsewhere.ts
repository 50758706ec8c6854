import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address that nobody should ever ask. */
export interface Elsewhere {
  readonly url: string
  readonly asked: () => number
  close(): Promise<void>
}

/** Opens one on this machine. It answers every request with success. */
export async function openElsewhere(): Promise<Elsewhere> {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: () => asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
