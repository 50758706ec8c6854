import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call } from './client.ts'
import { post } from './node-rpc.ts'

/** A replacement answer: a result, an error, an HTTP status, or no answer. */
export type ReplacementAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number }
  | 'silence'

export interface TestNode {
  readonly url: string
  /** The methods called so far. */
  readonly calls: string[]
  /** Replacement answers by method. */
  readonly instead: Map<string, ReplacementAnswer>
  /** Returns a replacement answer for a call; null passes it on. */
  replace: ((method: string, params: readonly unknown[]) => ReplacementAnswer | null) | null
  /** Whether it accepts connections and then breaks them. */
  broken: boolean
  stop(): Promise<void>
}

/** Starts a node that forwards calls to the one at `behind`, except those with replacement answers. */
export async function openTestNode(behind: string): Promise<TestNode> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(Buffer.concat(chunks).toString(), response))
  })
  // A kept-alive connection could be closed just as the next request arrives.
  server.keepAliveTimeout = 0
  const node: TestNode = {
    url: '',
    calls: [],
    instead: new Map(),
    replace: null,
    broken: false,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(body: string, response: ServerResponse): Promise<void> {
    const parsed = JSON.parse(body) as Call | Call[]
    const questions = Array.isArray(parsed) ? parsed : [parsed]
    node.calls.push(...questions.map(({ method }) => method))
    if (node.broken) return void response.destroy()
    const answers: unknown[] = []
    for (const question of questions) {
      const { method, params = [] } = question
      const instead = node.instead.get(method) ?? node.replace?.(method, params) ?? undefined
      if (instead === 'silence') return
      if (instead !== undefined && 'status' in instead)
        return void response.writeHead(instead.status).end('<html>no</html>')
      answers.push(instead ? { jsonrpc: '2.0', id: question.id, ...instead } : await post(behind, question))
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(node, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
