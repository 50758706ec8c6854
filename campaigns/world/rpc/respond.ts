import type { SimClock } from '../clock.ts'
import type { Condition } from './add-noise.ts'
import type { NodeFault } from './node-faults.ts'

/** A question as JSON-RPC writes it. */
export interface Question {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
}

/** An address during one exchange. */
export interface Address extends Condition {
  readonly clock: Pick<SimClock, 'timer'>
  /** Answers every question, in the same order. */
  answer(questions: readonly Question[]): Promise<readonly object[]>
}

const PAGE = '<html><head><title>Attention Required! | Cloudflare</title></head><body>Sorry</body></html>'
const DRIP_MS = 1_000
/** More than a client should ever unpack. */
const HUGE_CHUNKS = 20
const chunk = new Uint8Array(1024 * 1024).fill(32)

/** Faults of a whole exchange, in the order of checking. */
const exchangeFaults = [
  'rate-limited',
  'rate-limited-until',
  'rate-limited-json',
  'forbidden',
  'forbidden-json',
  'unavailable',
  'html',
  'empty-body',
  'garbage',
  'dripping',
  'silence',
  'huge',
] as const satisfies readonly NodeFault[]
type ExchangeFault = (typeof exchangeFaults)[number]

const json = { 'content-type': 'application/json' }

/** The JSON-RPC errors that some providers send with any HTTP status. */
const errors: Partial<Record<ExchangeFault, object>> = {
  'rate-limited-json': { code: -32_005, message: 'project ID request rate exceeded' },
  'forbidden-json': { code: -32_000, message: 'Monthly plan used up' },
}

/** A connection that is closed without an answer. */
export class ConnectionDroppedError extends TypeError {
  override readonly name = 'ConnectionDroppedError'
}

/** Answers a POST like an address with exchange faults and refused batches, while those faults hold. */
export async function respond({ body, signal }: RequestInit, address: Address): Promise<Response> {
  const { has, recordFault, clock } = address
  const request = JSON.parse(String(body)) as Question | Question[]
  const ends = signal ?? new AbortController().signal
  if (Array.isArray(request) && has('batch-refused')) {
    recordFault('batch-refused')
    return answer('batch too large', 500)
  }
  if (Array.isArray(request) && has('batch-dropped')) {
    recordFault('batch-dropped')
    throw new ConnectionDroppedError('fetch failed')
  }
  const kind = exchangeFaults.find(has)
  if (kind) recordFault(kind)
  const error = kind && errors[kind]
  const isSaid = !kind || error !== undefined || kind === 'garbage' || kind === 'dripping'
  if (!isSaid) return respondWith(kind, '', clock, ends)
  const questions = [request].flat()
  const answered = error ? questions.map(({ id }) => ({ jsonrpc: '2.0', id, error })) : await address.answer(questions)
  const text = JSON.stringify(Array.isArray(request) ? answered : answered[0])
  return kind ? respondWith(kind, text, clock, ends) : answer(text, 200)
}

/** Answers like an address with the fault `kind`; `text` is its answer without the fault. */
function respondWith(
  kind: ExchangeFault,
  text: string,
  clock: Address['clock'],
  signal: AbortSignal,
): Promise<Response> {
  switch (kind) {
    case 'rate-limited':
      return answer('{"error":"Too many requests"}', 429)
    case 'rate-limited-until':
      return answer('', 429, { 'retry-after': '7' })
    case 'rate-limited-json':
      return answer(text, 429, { ...json, 'retry-after': '7' })
    case 'forbidden-json':
      return answer(text, 403)
    case 'forbidden':
      return answer('{"error":"Monthly quota exceeded"}', 403)
    case 'unavailable':
      return answer('upstream connect error', 503)
    case 'html':
      return answer(PAGE, 200, { 'content-type': 'text/html' })
    case 'empty-body':
      return answer('', 200)
    case 'garbage':
      return answer(text.slice(0, Math.floor(text.length / 2)), 200)
    case 'dripping':
      return Promise.resolve(new Response(drip(text, clock, signal), { headers: json }))
    case 'huge':
      return Promise.resolve(new Response(flood(), { headers: json }))
    case 'silence':
      return new Promise((_, reject) => onAbort(signal, () => reject(new DOMException('Aborted', 'AbortError'))))
  }
}

function answer(text: string, status: number, headers: Record<string, string> = json): Promise<Response> {
  return Promise.resolve(new Response(text, { status, headers }))
}

function onAbort(signal: AbortSignal, run: () => void): void {
  if (signal.aborted) run()
  else signal.addEventListener('abort', run, { once: true })
}

/** Streams one byte a second without end. */
function drip(text: string, clock: Address['clock'], signal: AbortSignal): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  let isOver = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const next = (): void => {
        if (isOver) return
        controller.enqueue(bytes.slice(at, at + 1))
        at = Math.min(at + 1, bytes.length - 2)
        clock.timer(DRIP_MS, next)
      }
      onAbort(signal, () => {
        if (!isOver) controller.error(new DOMException('Aborted', 'AbortError'))
        isOver = true
      })
      next()
    },
    cancel: () => void (isOver = true),
  })
}

function flood(): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ < HUGE_CHUNKS) controller.enqueue(chunk)
      else controller.close()
    },
  })
}
