import axios, { isAxiosError } from 'axios'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { readRemaining } from './rate-headers.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent byte for byte. */
  readonly body?: string
  /** Most bytes of the answer, after decompression. */
  readonly maxBytes: number
  /** Milliseconds for the whole exchange, however slowly bytes drip. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export type HttpResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly retryAfter: string | null
      /** Requests the service says are left; null where it does not say. */
      readonly remaining: number | null
      readonly contentType: string
      readonly body: Uint8Array
    }
  /** Nothing left this machine: no connection could be made. */
  | { readonly kind: 'not-connected'; readonly cause: unknown }
  /** The connection broke; the other side may have seen the request. */
  | { readonly kind: 'broken'; readonly cause: unknown }
  | { readonly kind: 'timeout' | 'too-large' | 'aborted' }

// A connection of its own for every request: one kept open could be closed by the service just as a payment is registered on it.
const agents = { httpAgent: new HttpAgent({ keepAlive: false }), httpsAgent: new HttpsAgent({ keepAlive: false }) }
const connectCodes = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]

/** One HTTP exchange without redirects, proxies or cookies; never throws, says how it went. */
export async function sendRequest(request: HttpRequest): Promise<HttpResult> {
  if (request.signal?.aborted) return { kind: 'aborted' }
  const timeout = AbortSignal.timeout(request.timeoutMs)
  try {
    const response = await axios.request<Buffer>({
      adapter: 'http',
      method: request.method,
      url: request.url,
      headers: { Accept: 'application/json', 'User-Agent': 'Till', ...request.headers },
      data: request.body === undefined ? undefined : Buffer.from(request.body, 'utf8'),
      responseType: 'arraybuffer',
      maxContentLength: request.maxBytes,
      maxRedirects: 0,
      proxy: false,
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
      validateStatus: () => true,
      ...agents,
    })
    const header = (name: string): string => {
      const value: unknown = response.headers[name]
      return typeof value === 'string' ? value : ''
    }
    return {
      kind: 'answer',
      status: response.status,
      retryAfter: header('retry-after') || null,
      remaining: readRemaining(header),
      contentType: header('content-type'),
      body: response.data,
    }
  } catch (cause) {
    if (request.signal?.aborted) return { kind: 'aborted' }
    if (timeout.aborted) return { kind: 'timeout' }
    if (isAxiosError(cause) && cause.message.startsWith('maxContentLength')) return { kind: 'too-large' }
    return { kind: isBeforeConnect(cause) ? 'not-connected' : 'broken', cause }
  }
}

/** Whether the system said that no connection was made, for every address that was tried. */
function isBeforeConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const inner = isAxiosError(error) ? error.cause : error
  if (inner instanceof AggregateError) return inner.errors.length > 0 && inner.errors.every(isBeforeConnect)
  const { code, syscall } = (inner ?? error) as NodeJS.ErrnoException
  return connectCodes.includes(code ?? '') && (syscall === 'connect' || syscall === 'getaddrinfo')
}
