import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { Exchange, ExchangeResult, ServiceRequest } from './exchange.ts'

interface Shared {
  readonly result: Promise<ExchangeResult>
  readonly controller: AbortController
  waiting: number
}

/** The budget refused that class or owner; another one may pass. */
const refusals: readonly ErrorCode[] = ['service-budget-spent', 'service-rate-limited']

/**
 * Merges concurrent reads of the same address into one request of the budget. A caller that aborts takes the answer from
 * nobody else. If the budget refused the first caller, the others ask with their own class and reserved requests; a reserved request that was
 * not needed stays reserved. A `fresh` read is always sent.
 */
export function mergeReads(exchange: Exchange): Exchange {
  const underWay = new Map<string, Shared>()

  function begin(key: string, request: ServiceRequest): Shared {
    const controller = new AbortController()
    const result = exchange({ ...request, signal: controller.signal })
    const shared: Shared = { result, controller, waiting: 0 }
    underWay.set(key, shared)
    const done = (): void => leave(key, shared)
    // The waiting callers handle a failure; this promise must not reject.
    result.then(done, done)
    return shared
  }

  function leave(key: string, shared: Shared): void {
    if (underWay.get(key) === shared) underWay.delete(key)
  }

  async function wait(key: string, shared: Shared, signal: AbortSignal | undefined): Promise<ExchangeResult> {
    shared.waiting += 1
    const givenUp = Promise.withResolvers<ExchangeResult>()
    const stop = (): void => {
      givenUp.resolve({ kind: 'no-answer', error: new AppError('service-timeout', 'Given up while waiting') })
      shared.waiting -= 1
      if (shared.waiting > 0) return
      leave(key, shared)
      shared.controller.abort()
    }
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([shared.result, givenUp.promise])
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  return async function merged(request): Promise<ExchangeResult> {
    if (request.method !== 'GET' || request.save || request.signal?.aborted) return exchange(request)
    const key = JSON.stringify([request.path, request.query, request.headers])
    const shared = request.fresh ? undefined : underWay.get(key)
    if (!shared) return wait(key, begin(key, request), request.signal)
    const result = await wait(key, shared, request.signal)
    return result.kind === 'not-sent' && refusals.includes(result.error.code) ? merged(request) : result
  }
}
