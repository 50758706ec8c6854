import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
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
const [httpAgent, httpsAgent] = [new HttpAgent({ keepAlive: false }), new HttpsAgent({ keepAlive: false })]
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
    const response = await begin(request, signal)
    request.onAnswering?.()
    const status = response.statusCode ?? 0
    const header = (name: string): string => {
      const value = response.headers[name]
      return typeof value === 'string' ? value : ''
    }
    const contentType = header('content-type')
    const encoding = header('content-encoding').trim().toLowerCase()
    // A page meant for people is no answer to keep.
    const save = status >= 200 && status < 300 && !contentType.includes('html') ? request.save : undefined
    if (save) {
      const length = header('content-length')
      countBytes(response, /^\d{1,15}$/.test(length) ? Number(length) : null, save.onProgress)
      response.on('data', stall.restart)
    }
    return {
      kind: 'answer',
      status,
      retryAfter: header('retry-after') || null,
      remaining: readRemaining(header),
      contentType,
      etag: readEtag(header('etag')),
      body: save ? new Uint8Array() : await readBody(response, encoding, request.maxBytes, signal),
      saved: save ? await saved(saveBody(response, encoding, save, signal)) : null,
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

/** The head of the answer, whose body still comes; rejects with what broke the connection. */
function begin({ method, url, headers, body }: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = new URL(url)
    const [request, agent] = address.protocol === 'https:' ? [requestHttps, httpsAgent] : [requestHttp, httpAgent]
    const own = { Accept: 'application/json', 'Accept-Encoding': 'gzip, br', 'User-Agent': 'Till' }
    const sent = request(address, { method, agent, signal, headers: { ...own, ...headers } })
    sent.once('response', resolve)
    // Also when the answer has begun: what breaks then, its body tells.
    sent.on('error', reject)
    // A switch to another protocol ends without an answer and without an error.
    sent.once('close', () => reject(new Error('The connection was closed')))
    sent.end(body)
  })
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
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isBeforeConnect)
  const { code, syscall } = error as NodeJS.ErrnoException
  return connectCodes.includes(code ?? '') && (syscall === 'connect' || syscall === 'getaddrinfo')
}
