import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { AxiosHeaders, getAdapter } from 'axios'

/** What is sent. */
export interface RequestHead {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent byte for byte. */
  readonly body?: string
}

/** The status, headers and unread body of an answer. */
export interface Begun {
  readonly status: number
  header(name: string): string
  readonly body: Readable
}

// Every request gets a new connection: the service could close a kept-alive one just as a payment is registered on it.
const base = Object.freeze({
  httpAgent: new HttpAgent({ keepAlive: false }),
  httpsAgent: new HttpsAgent({ keepAlive: false }),
  maxRedirects: 0,
  proxy: false,
  responseType: 'stream',
  // axios accepts a truncated answer as complete, and does not limit decompression.
  decompress: false,
  transport: { request: connect },
  validateStatus: () => true,
} as const)

// Only the adapter: axios' defaults and interceptors must not take part.
const exchange = getAdapter('http')

/** Sends a request. Returns the head of the answer while the body still arrives; rejects with the error that broke the connection. */
export async function beginExchange({ method, url, headers, body }: RequestHead, signal: AbortSignal): Promise<Begun> {
  const { protocol } = new URL(url)
  // axios would answer a data: address itself.
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Neither http nor https')
  const own = { Accept: 'application/json', 'Accept-Encoding': 'gzip, br', 'User-Agent': 'Till' }
  const config = { ...base, method, url, signal, headers: new AxiosHeaders({ ...own, ...headers }), data: body }
  const response = await exchange(Object.freeze(config))
  const header = (name: string): string => {
    const value: unknown = response.headers[name]
    return typeof value === 'string' ? value : ''
  }
  return { status: response.status, header, body: response.data as Readable }
}

/** Node's own request. It also reports an end without answer and error, as after a switch to another protocol. */
function connect(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
  let hasBegun = false
  const request = options.protocol === 'https:' ? requestHttps : requestHttp
  const sent = request(options, (response) => {
    hasBegun = true
    onResponse(response)
  })
  sent.once('close', () => {
    if (!hasBegun) sent.emit('error', new Error('The connection was closed'))
  })
  return sent
}
