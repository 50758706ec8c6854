import axios, { isAxiosError } from 'axios'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { readEtag } from './etag.ts'
import { readRemaining } from './rate-headers.ts'
import { countBytes, readBody, saveBody, TooLargeError, UnsavedError, type SaveTarget } from './read-body.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent byte for byte. */
  readonly body?: string
  /** Most bytes of an answer that is kept in memory, after decompression. */
  readonly maxBytes: number
  /** Where the body of a success goes; every other one is small and kept in memory. */
  readonly save?: SaveTarget
  /** Milliseconds for the whole exchange, however slowly bytes drip. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Called once the answer begins. */
  readonly onAnswering?: () => void
}

export type HttpResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly retryAfter: string | null
      /** Requests the service says are left; null where it does not say. */
      readonly remaining: number | null
      readonly contentType: string
      readonly etag: string | null
      /** Empty where the body was to be saved. */
      readonly body: Uint8Array
      /** The bytes of the file, or why there is none; null where nothing was to be saved. */
      readonly saved: number | UnsavedError | null
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
  const stall = startStall(request.save?.stallMs)
  const signal = AbortSignal.any([timeout, stall.signal, ...(request.signal ? [request.signal] : [])])
  try {
    const response = await axios.request<Readable>({
      adapter: 'http',
      method: request.method,
      url: request.url,
      headers: {
        Accept: 'application/json',
        'Accept-Encoding': 'gzip, br',
        'User-Agent': 'Till',
        ...request.headers,
      },
      data: request.body === undefined ? undefined : Buffer.from(request.body, 'utf8'),
      responseType: 'stream',
      decompress: false,
      maxRedirects: 0,
      proxy: false,
      signal,
      validateStatus: () => true,
      ...agents,
    })
    request.onAnswering?.()
    const { status, data } = response
    const header = (name: string): string => {
      const value: unknown = response.headers[name]
      return typeof value === 'string' ? value : ''
    }
    const contentType = header('content-type')
    const encoding = header('content-encoding').trim().toLowerCase()
    // A page meant for people is no answer to keep.
    const save = status >= 200 && status < 300 && !contentType.includes('html') ? request.save : undefined
    if (save) {
      countBytes(
        data,
        /^\d{1,15}$/.test(header('content-length')) ? Number(header('content-length')) : null,
        save.onProgress,
      )
      data.on('data', stall.restart)
    }
    return {
      kind: 'answer',
      status,
      retryAfter: header('retry-after') || null,
      remaining: readRemaining(header),
      contentType,
      etag: readEtag(header('etag')),
      body: save ? new Uint8Array() : await readBody(data, encoding, request.maxBytes, signal),
      saved: save ? await saved(saveBody(data, encoding, save, signal)) : null,
    }
  } catch (cause) {
    if (request.signal?.aborted) return { kind: 'aborted' }
    if (timeout.aborted || stall.signal.aborted) return { kind: 'timeout' }
    if (cause instanceof TooLargeError) return { kind: 'too-large' }
    return { kind: isBeforeConnect(cause) ? 'not-connected' : 'broken', cause }
  } finally {
    stall.end()
  }
}

/** A signal that is given once `ms` passed without a restart; never where there is no `ms`. */
function startStall(ms: number | undefined): { signal: AbortSignal; restart(): void; end(): void } {
  const controller = new AbortController()
  const timer = ms === undefined ? undefined : setTimeout(() => controller.abort(), ms)
  return {
    signal: controller.signal,
    restart: () => void timer?.refresh(),
    end: () => clearTimeout(timer),
  }
}

/** What was saved; a disk that fails is this machine's trouble and says nothing about the service's answer. */
async function saved(saving: Promise<number>): Promise<number | UnsavedError> {
  return saving.catch((thrown: unknown) => {
    if (thrown instanceof UnsavedError) return thrown
    throw thrown
  })
}

/** Whether the system said that no connection was made, for every address that was tried. */
function isBeforeConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const inner = isAxiosError(error) ? error.cause : error
  if (inner instanceof AggregateError) return inner.errors.length > 0 && inner.errors.every(isBeforeConnect)
  const { code, syscall } = (inner ?? error) as NodeJS.ErrnoException
  return connectCodes.includes(code ?? '') && (syscall === 'connect' || syscall === 'getaddrinfo')
}
