import type { Begun, RequestHead } from './begin-exchange.ts'
import { createCancellation, type Cancellation } from './cancellation.ts'
import { isBeforeConnect } from './is-before-connect.ts'
import { readHourlyLimit, readRemaining } from './rate-headers.ts'
import { countBytes, readBody, saveBody, TooLargeError, UnsavedError, type SaveTarget } from './read-body.ts'

export interface HttpRequest extends RequestHead {
  /** The maximum size of an answer in memory, in bytes, after decompression. */
  readonly maxBytes: number
  /** The file for the body of a success; every other body is small and stays in memory. */
  readonly save?: SaveTarget
  /** Milliseconds for the whole exchange, however slowly bytes arrive. */
  readonly timeoutMs: number
  /** Any of them aborts it. */
  readonly signals?: readonly (AbortSignal | undefined)[]
  /** Called when the answer starts. */
  readonly onAnswering?: () => void
}

export type HttpResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly retryAfter: string | null
      /** When (epoch ms) the answer was sent by the service's own clock; null if it does not say. */
      readonly sentAt: number | null
      /** Requests the service says are left; null if it does not say. */
      readonly remaining: number | null
      /** The service's limit per hour; null if it does not say. */
      readonly hourlyLimit: number | null
      readonly contentType: string
      readonly etag: string | null
      /** Empty if the body was to be saved to a file. */
      readonly body: Uint8Array
      /** The bytes of the saved file, or why it was not saved; null if nothing was to be saved. */
      readonly saved: number | UnsavedError | null
    }
  /** Nothing left this machine: no connection could be made. */
  | { readonly kind: 'not-connected'; readonly cause: unknown }
  /** The connection broke; the service may have seen the request. */
  | { readonly kind: 'broken'; readonly cause: unknown }
  | { readonly kind: 'timeout' | 'too-large' | 'aborted' }

/** Makes one HTTP exchange without redirects, proxies or cookies. Never throws; the result says how it went. */
export async function sendRequest(request: HttpRequest): Promise<HttpResult> {
  const { timeoutMs, save, signals = [] } = request
  if (signals.some((signal) => signal?.aborted)) return { kind: 'aborted' }
  const cancellation = createCancellation({ timeoutMs, stallMs: save?.stallMs, signals })
  try {
    // Loaded with the first request: Node's HTTP modules and axios slow down the start.
    const { beginExchange } = await import('./begin-exchange.ts')
    const begun = await beginExchange(request, cancellation.signal)
    request.onAnswering?.()
    return await read(begun, request, cancellation)
  } catch (cause) {
    const why = cancellation.why()
    if (why !== null) return { kind: why }
    if (cause instanceof TooLargeError) return { kind: 'too-large' }
    return { kind: isBeforeConnect(cause) ? 'not-connected' : 'broken', cause }
  } finally {
    cancellation.end()
  }
}

async function read(
  { status, header, body }: Begun,
  request: HttpRequest,
  cancellation: Cancellation,
): Promise<HttpResult> {
  const contentType = header('content-type').toLowerCase()
  const encoding = header('content-encoding').trim().toLowerCase()
  // An HTML page is not an answer to save.
  const save = status >= 200 && status < 300 && !contentType.includes('html') ? request.save : undefined
  if (save) {
    const length = header('content-length')
    countBytes(body, /^\d{1,15}$/.test(length) ? Number(length) : null, save.onProgress)
    body.on('data', cancellation.restartStall)
  }
  return {
    kind: 'answer',
    status,
    retryAfter: header('retry-after') || null,
    sentAt: Date.parse(header('date')) || null,
    remaining: readRemaining(header),
    hourlyLimit: readHourlyLimit(header),
    contentType,
    etag: readEtag(header('etag')),
    body: save ? new Uint8Array() : await readBody(body, encoding, request.maxBytes, cancellation.signal),
    saved: save ? await saved(saveBody(body, encoding, save, cancellation.signal)) : null,
  }
}

/** Returns the saved bytes; a failed disk is this machine's problem and says nothing about the service's answer. */
async function saved(saving: Promise<number>): Promise<number | UnsavedError> {
  return saving.catch((thrown: unknown) => {
    if (thrown instanceof UnsavedError) return thrown
    throw thrown
  })
}

/** Returns an entity tag in the form for `If-None-Match` (RFC 9110 §8.8.3), of plain ASCII; null for an invalid header. */
function readEtag(header: string): string | null {
  return /^(?:W\/)?"[\x21\x23-\x7e]{0,300}"$/.test(header) ? header : null
}
