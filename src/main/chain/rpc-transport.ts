import {
  HttpRequestError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
  custom,
  type Transport,
} from 'viem'
import { systemTimer, type Timer } from '../../shared/timer.ts'

/** Fetches as the web platform does; a simulated network may stand in for it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface RpcOptions {
  readonly url: string
  /** Milliseconds for one exchange: headers and body together. */
  readonly timeoutMs: number
  readonly fetch?: Fetch | undefined
  readonly timer?: Timer | undefined
  /** Ends every exchange. */
  readonly signal?: AbortSignal | undefined
}

interface Question {
  readonly method: string
  readonly params?: unknown
}

interface Asker {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** One question, and all who asked it in the same turn. */
interface Waiting {
  readonly question: Question
  readonly askers: Asker[]
}

/** Public endpoints refuse large batches. */
const BATCH_SIZE = 20
/** Far above any block or log range a node answers, unpacked. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/**
 * Speaks JSON-RPC over HTTP to one address: questions of one turn go out as one batch, or singly where the node refuses batches; what several ask in
 * one turn is asked once.
 * One deadline covers headers and body, and the body is counted while it unpacks. Throws viem's HttpRequestError, TimeoutError,
 * ResponseBodyTooLargeError and RpcRequestError.
 */
export function rpcTransport(options: RpcOptions): Transport {
  let waiting = new Map<string, Waiting>()
  let takesBatches = true
  let lastId = 0

  async function exchange(questions: readonly Waiting[]): Promise<void> {
    const [first, ...others] = questions
    if (first === undefined) return
    try {
      await askTogether(questions)
    } catch (error) {
      if (others.length === 0 || !mayRefuseBatch(error)) return rejectAll(questions, error)
      await exchangeSingly(first, others)
    }
  }

  /** A node that is down fails singly as well, and is then asked no more; one that answers refuses batches alone. */
  async function exchangeSingly(first: Waiting, others: readonly Waiting[]): Promise<void> {
    try {
      await askTogether([first])
      takesBatches = false
      await Promise.all(others.map((one) => exchange([one])))
    } catch (error) {
      rejectAll([first, ...others], error)
    }
  }

  async function askTogether(questions: readonly Waiting[]): Promise<void> {
    const asked = questions.map(({ question }) => ({ jsonrpc: '2.0', id: ++lastId, ...question }))
    const answers = await post(options, asked)
    questions.forEach((one, index) => settle(one, answers.get(asked[index]?.id ?? 0)))
  }

  function settle(one: Waiting, answer: Answer | undefined): void {
    const { question, askers } = one
    if (answer === undefined) {
      return rejectAll([one], malformed(options.url, question, 'No answer has the id of the question'))
    }
    if (answer.error) {
      return rejectAll([one], new RpcRequestError({ body: { ...question }, error: answer.error, url: options.url }))
    }
    for (const { resolve } of askers) resolve(answer.result)
  }

  function flush(): void {
    const questions = [...waiting.values()]
    waiting = new Map()
    const size = takesBatches ? BATCH_SIZE : 1
    for (let first = 0; first < questions.length; first += size) void exchange(questions.slice(first, first + size))
  }

  return custom(
    {
      request: (question: Question) =>
        new Promise((resolve, reject) => {
          // Runs once every promise that can go on has gone on, so that what is asked together leaves together.
          if (waiting.size === 0) process.nextTick(flush)
          const key = JSON.stringify([question.method, question.params])
          const known = waiting.get(key)
          if (known) known.askers.push({ resolve, reject })
          else waiting.set(key, { question, askers: [{ resolve, reject }] })
        }),
    },
    { retryCount: 0 },
  )
}

function rejectAll(questions: readonly Waiting[], error: unknown): void {
  for (const { askers } of questions) for (const { reject } of askers) reject(error)
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string } | null
}

async function post(
  { url, timeoutMs, fetch: send = fetch, timer = systemTimer, signal }: RpcOptions,
  asked: readonly ({ readonly id: number } & Question)[],
): Promise<Map<number, Answer>> {
  const body = asked.length === 1 ? { ...asked[0] } : { batch: asked.map(({ method }) => method) }
  const giveUp = new AbortController()
  const { address, headers } = splitCredentials(url)
  let cancelTimer = (): void => undefined
  const ended = new Promise<never>((_, reject) => {
    const end = (error: Error): void => {
      reject(error)
      giveUp.abort()
    }
    cancelTimer = timer(timeoutMs, () => end(new TimeoutError({ body, url })))
    signal?.addEventListener('abort', () => end(malformed(url, body, 'Till stops')), {
      once: true,
      signal: giveUp.signal,
    })
  })
  async function exchange(): Promise<Map<number, Answer>> {
    const response = await send(address, {
      ...{ method: 'POST', redirect: 'error', signal: giveUp.signal },
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(asked.length === 1 ? asked[0] : asked),
    })
    return readAnswers(url, body, response, await readText(response))
  }
  try {
    if (signal?.aborted) throw malformed(url, body, 'Till stops')
    return await Promise.race([exchange(), ended])
  } catch (error) {
    if (isOwn(error)) throw error
    throw new HttpRequestError({ body, url, cause: error instanceof Error ? error : new Error(String(error)) })
  } finally {
    cancelTimer()
    giveUp.abort()
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

function readAnswers(url: string, body: object, response: Response, text: string): Map<number, Answer> {
  const parsed = parseOrNull(text)
  const list = Array.isArray(parsed) ? parsed : [parsed]
  const answers = new Map(list.flatMap((one) => (isAnswer(one) ? [[one.id, one] as const] : [])))
  // Some providers answer an error of the protocol with an HTTP status of its own.
  const isTold = response.ok || [...answers.values()].some(({ error }) => error)
  if (isTold && answers.size > 0) return answers
  throw new HttpRequestError({
    ...{ url, status: response.status, headers: response.headers },
    body: { ...body },
    details: text.slice(0, 200),
  })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isAnswer(one: unknown): one is Answer & { readonly id: number } {
  if (typeof one !== 'object' || one === null || !('id' in one) || typeof one.id !== 'number') return false
  if (!('error' in one) || one.error === undefined || one.error === null) return 'result' in one
  const { error } = one
  return typeof error === 'object' && 'code' in error && typeof error.code === 'number' && 'message' in error
}

/** Whether a node may answer the same questions one by one: it did answer, and did not ask to be left alone. */
function mayRefuseBatch(error: unknown): boolean {
  return error instanceof HttpRequestError && error.status !== undefined && error.status !== 429
}

function isOwn(error: unknown): boolean {
  return [HttpRequestError, ResponseBodyTooLargeError, TimeoutError].some((own) => error instanceof own)
}

function malformed(url: string, body: object, details: string): HttpRequestError {
  return new HttpRequestError({ body: { ...body }, url, details })
}

/** `fetch` refuses addresses that carry a name and a password. */
function splitCredentials(url: string): { address: string; headers: Record<string, string> } {
  const parsed = new URL(url)
  if (parsed.username === '') return { address: url, headers: {} }
  const pair = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`
  parsed.username = ''
  parsed.password = ''
  return { address: parsed.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}
