import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { servePage } from '../../src/main/shell/serve-page.ts'
import { drawPicture } from './draw-picture.ts'

/** The built renderer, served on the loopback. */
export interface ServedRenderer {
  readonly origin: string
  close(): void
}

/**
 * Serves the renderer built into `dist` as Till does, without the permissions policy, of which browsers log every feature that they do not
 * know as an error. Unlike in Till's window, its files stay in the browser's cache over a reload.
 */
export async function serveRenderer(dist: string): Promise<ServedRenderer> {
  const sources = {
    folder: resolve(dist),
    getImage: (id: string) => Promise.resolve(drawPicture(id)),
  }
  const server = createServer((request, response) => {
    void servePage(sources, new URL(request.url ?? '/', 'http://127.0.0.1')).then(({ status, headers, bytes }) => {
      // The names of all files but the page contain a hash of their content.
      response.setHeader('Cache-Control', request.url === '/' ? 'no-store' : 'max-age=3600')
      for (const [name, value] of Object.entries(headers))
        if (name !== 'Permissions-Policy') response.setHeader(name, value)
      response.writeHead(status).end(bytes)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
