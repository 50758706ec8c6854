import { HttpRequestError, RpcRequestError, custom, type Transport } from 'viem'
import { isRateLimited } from './rate-limit.ts'
import { isOfAsker, type Answer, type Question } from '../../read/read-answers.ts'
import { exchange, type RpcOptions } from './rpc-exchange.ts'

type UnnumberedQuestion = Omit<Question, 'id'>

interface Asker {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** One question, and all callers that asked it in the same turn. */
interface Waiting {
  readonly question: UnnumberedQuestion
  readonly askers: Asker[]
}

/** Public endpoints refuse large batches. */
const BATCH_SIZE = 20
/** One connection may break by chance; a node that breaks connections on batches (erigon) does it again. */
const BROKEN_AT_MOST = 2

/**
 * Creates a JSON-RPC transport over HTTP to one address. Questions of one turn go out as one batch, or singly if the node refuses batches.
 * Equal questions of one turn are sent once. Throws the exchange's errors and viem's RpcRequestError.
 */
export function rpcTransport(options: RpcOptions): Transport {
  let waiting = new Map<string, Waiting>()
  let takesBatches = true
  /** Consecutive batches whose connection broke while the node answered a single question. */
  let broken = 0
  let lastId = 0

  async function ask(questions: readonly Waiting[]): Promise<void> {
    const [first, ...others] = questions
    if (first === undefined) return
    try {
      await askTogether(questions)
      if (others.length > 0) broken = 0
    } catch (error) {
      if (others.length === 0 || !mayRefuseBatch(error)) return rejectAll(questions, error)
      await askSingly(first, others, isBroken(error))
    }
  }

  /** A node that is down fails on a single request too, and gets no more requests; one that answers only refuses batches. */
  async function askSingly(first: Waiting, others: readonly Waiting[], wasBroken: boolean): Promise<void> {
    try {
      await askTogether([first])
      broken = wasBroken ? broken + 1 : BROKEN_AT_MOST
      takesBatches = broken < BROKEN_AT_MOST
      await Promise.all(others.map((one) => ask([one])))
    } catch (error) {
      rejectAll([first, ...others], error)
    }
  }

  async function askTogether(questions: readonly Waiting[]): Promise<void> {
    const numbered = questions.map(({ question }) => ({ jsonrpc: '2.0', id: ++lastId, ...question }))
    const answers = await exchange(options, numbered)
    questions.forEach((one, index) => deliver(one, answers.get(numbered[index]?.id ?? 0)))
  }

  function deliver(one: Waiting, answer: Answer | undefined): void {
    const { url } = options
    const body = { ...one.question }
    if (answer === undefined) {
      return rejectAll([one], new HttpRequestError({ body, url, details: 'No answer has the id of the question' }))
    }
    if (answer.error) return rejectAll([one], new RpcRequestError({ body, error: answer.error, url }))
    for (const { resolve } of one.askers) resolve(answer.result)
  }

  function flush(): void {
    const questions = [...waiting.values()]
    waiting = new Map()
    const size = takesBatches ? BATCH_SIZE : 1
    for (let first = 0; first < questions.length; first += size) void ask(questions.slice(first, first + size))
  }

  return custom(
    {
      request: (question: UnnumberedQuestion) =>
        new Promise((resolve, reject) => {
          // Runs after all pending promise callbacks, so that questions of the same turn go out together.
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

/** Returns whether a node may answer the same questions one by one: it is not rate limiting, and did not reject the caller. */
function mayRefuseBatch(error: unknown): boolean {
  if (!(error instanceof HttpRequestError) || isRateLimited(error)) return false
  return isBroken(error) || (error.status !== undefined && !isOfAsker(error.status))
}

/** Whether the connection ended without an answer. */
function isBroken(error: unknown): boolean {
  return error instanceof HttpRequestError && error.status === undefined && error.cause !== undefined
}
