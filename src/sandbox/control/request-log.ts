import type { MiddlewareHandler } from 'hono'
import type { Clock } from '../clock.ts'
import type { Env } from '../service/env.ts'
import { operationOf, type Operation } from '../service/operations.ts'

export interface LoggedRequest {
  readonly at: string
  readonly operation: Operation
  readonly method: string
  /** Path and query as requested. */
  readonly path: string
  /** The status of the answer; null where the caller got none. */
  readonly status: number | null
  readonly idempotencyKey: string | null
  /** The bearer token, hidden except for its last four characters. */
  readonly authorization: string | null
  /** The posted body, byte for byte. */
  readonly body: string | null
}

const most = 10_000

export type RequestLog = ReturnType<typeof createRequestLog>

/** Creates a log of every request to an operation, for tests to read. */
export function createRequestLog(clock: Clock) {
  let entries: LoggedRequest[] = []
  const middleware: MiddlewareHandler<Env> = async (c, next) => {
    const operation = operationOf(c.req.method, c.req.path)
    if (operation === null) return next()
    const { pathname, search } = new URL(c.req.url)
    const at = new Date(clock.now()).toISOString()
    const body = c.req.method === 'POST' ? await c.req.text() : null
    await next()
    entries.push({
      at,
      operation,
      method: c.req.method,
      path: `${pathname}${search}`,
      status: c.res.headers.has('x-hono-already-sent') ? null : c.res.status,
      idempotencyKey: c.req.header('Idempotency-Key') ?? null,
      authorization: mask(c.req.header('Authorization')),
      body,
    })
    if (entries.length > most) entries = entries.slice(-most)
    return undefined
  }
  return {
    middleware,
    list: (): readonly LoggedRequest[] => entries,
    clear: (): void => {
      entries = []
    },
  }
}

function mask(authorization: string | undefined): string | null {
  return authorization === undefined ? null : authorization.replace(/\S+(?=\S{4}$)/, '…')
}
