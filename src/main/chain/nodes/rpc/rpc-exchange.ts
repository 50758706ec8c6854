import { HttpRequestError, ResponseBodyTooLargeError, TimeoutError } from 'viem'
import { systemTimer, type Timer } from '../../../../shared/timer.ts'
import { named, readAnswers, type Answer, type Question } from '../../read/read-answers.ts'

/** Fetches like the web platform; tests pass a simulated network. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface RpcOptions {
  readonly url: string
  /** Milliseconds for one exchange: headers and body together. */
  readonly timeoutMs: number
  readonly fetch?: Fetch | undefined
  readonly timer?: Timer | undefined
  /** Aborts every exchange. */
  readonly signal?: AbortSignal | undefined
}

/** Far above any block or log range that a node answers, uncompressed. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/**
 * Posts questions to one address in one exchange, and returns the answers by question id. One deadline covers headers and body. The body's
 * size is checked while it is decompressed. Throws viem's HttpRequestError, TimeoutError and ResponseBodyTooLargeError.
 */
export async function exchange(
  { url, timeoutMs, fetch: send = fetch, timer = systemTimer, signal }: RpcOptions,
  questions: readonly Question[],
): Promise<Map<number, Answer>> {
  const body = named(questions)
  const giveUp = new AbortController()
  const { address, headers } = splitCredentials(url)
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  const cancelTimer = timer(timeoutMs, () => end(new TimeoutError({ body, url })))
  const onStop = (): void => end(malformed(url, body, 'Till stops'))
  signal?.addEventListener('abort', onStop)
  async function ask(): Promise<Map<number, Answer>> {
    const response = await send(address, {
      method: 'POST',
      redirect: 'error',
      signal: giveUp.signal,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(questions.length === 1 ? questions[0] : questions),
    })
    return readAnswers({ url, questions, response, text: await readText(response) })
  }
  try {
    if (signal?.aborted) throw malformed(url, body, 'Till stops')
    return await Promise.race([ask(), ended])
  } catch (error) {
    giveUp.abort()
    if (isOwn(error)) throw error
    throw new HttpRequestError({ body, url, cause: error instanceof Error ? error : new Error(String(error)) })
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', onStop)
  }
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new ResponseBodyTooLargeError({ maxSize: MAX_BODY_BYTES, size })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function isOwn(error: unknown): boolean {
  return [HttpRequestError, ResponseBodyTooLargeError, TimeoutError].some((own) => error instanceof own)
}

/** Returns a node failure that no HTTP status describes. */
function malformed(url: string, body: Record<string, unknown>, details: string): HttpRequestError {
  return new HttpRequestError({ body, url, details })
}

/** `fetch` refuses addresses with a user name and password. */
function splitCredentials(url: string): { address: string; headers: Record<string, string> } {
  const parsed = new URL(url)
  if (parsed.username === '') return { address: url, headers: {} }
  const pair = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`
  parsed.username = ''
  parsed.password = ''
  return { address: parsed.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}
