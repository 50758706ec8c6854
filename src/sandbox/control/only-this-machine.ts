import type { MiddlewareHandler } from 'hono'
import type { Env } from '../service/env.ts'
import { ServiceError } from '../service/service-error.ts'

const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Admits only programs of this machine: refuses web pages, and foreign host names that resolve to it. */
export const onlyThisMachine: MiddlewareHandler<Env> = async (c, next) => {
  const remote = c.env.incoming.socket.remoteAddress ?? ''
  const isLocal = remote.startsWith('127.') || remote === '::1' || remote.startsWith('::ffff:127.')
  if (!isLocal || !loopback.test(c.req.header('Host') ?? '') || c.req.header('Origin') !== undefined) {
    throw new ServiceError(403, 'NOT_LOCAL', 'The control door opens only to programs of this machine')
  }
  await next()
}
