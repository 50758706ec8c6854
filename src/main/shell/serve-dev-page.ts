import { isLoopback } from '../../shared/safe-address.ts'
import { servePage, type PageSources } from './serve-page.ts'
import type { ServedFile } from './shell.ts'

/**
 * Answers like `servePage`, but reads the page from a local development server, with a policy that allows hot reload; throws for a remote
 * server.
 */
export async function serveDevPage(sources: PageSources, devServer: string, address: URL): Promise<ServedFile> {
  if (address.pathname.startsWith('/image/')) return servePage(sources, address)
  const server = new URL(devServer)
  if (!isLoopback(server.hostname)) throw new Error('A development server runs on this machine')
  const answer = await fetch(new URL(address.pathname + address.search, server), { redirect: 'error' })
  return {
    status: answer.status,
    headers: {
      'Content-Type': answer.headers.get('Content-Type') ?? 'text/plain',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws://${server.host}; frame-src 'none'`,
    },
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}
