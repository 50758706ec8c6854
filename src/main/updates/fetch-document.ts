import { isSafeAddress } from '../../shared/safe-address.ts'
import { sendRequest, type HttpResult } from '../service/exchange/send-request.ts'

export interface FetchOptions {
  readonly url: string
  /** Milliseconds for the whole exchange; 10 s by default. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

/** Why there is no document. */
export interface FetchProblem {
  readonly problem: Exclude<HttpResult['kind'], 'answer'> | 'status'
  readonly status?: number
}

const MAX_BYTES = 4_096
const TIMEOUT_MS = 10_000

/** Fetches the feed's document, without cookies, redirects, or anything that tells one Till from another. Never throws. */
export async function fetchDocument({
  url,
  timeoutMs = TIMEOUT_MS,
  signal,
}: FetchOptions): Promise<string | FetchProblem> {
  if (!isSafeAddress(url)) return { problem: 'not-connected' }
  const result = await sendRequest({
    method: 'GET',
    url,
    headers: {},
    maxBytes: MAX_BYTES,
    timeoutMs,
    signals: [signal],
  })
  if (result.kind !== 'answer') return { problem: result.kind }
  // Also a redirect: it could lead to another host.
  if (result.status !== 200) return { problem: 'status', status: result.status }
  return new TextDecoder().decode(result.body)
}
