import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from 'viem'
import { blockOf } from './client.ts'

/** How a node on a local HTTP server answers; may change while it runs. */
export interface HttpNodeState {
  chainId: number
  /** The number of the newest block. */
  head: number
  /** The number of the block that stands for block 0; another number makes another chain. */
  genesis?: number
  /** What it answers instead: a failed status, an HTML page, or nothing. */
  fault?: 429 | 503 | 'page' | 'never'
  /** The methods that were called. */
  readonly calls?: string[]
}

export interface HttpNode {
  readonly url: string
  readonly state: HttpNodeState
  stop(): Promise<void>
}

/** Starts a node on the loopback, of a chain without transactions. */
export async function startHttpNode(state: HttpNodeState): Promise<HttpNode> {
  const answer = ({ id, method }: { id: number; method: string }): object => {
    state.calls?.push(method)
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: toHex(state.chainId) }
    const result = method === 'eth_blockNumber' ? toHex(state.head) : blockOf(state.genesis ?? 0)
    return { jsonrpc: '2.0', id, result }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const { fault } = state
      if (fault === 'never') return
      if (typeof fault === 'number') return void response.writeHead(fault).end()
      if (fault === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
      const calls = JSON.parse(body) as Parameters<typeof answer>[0] | Parameters<typeof answer>[0][]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
