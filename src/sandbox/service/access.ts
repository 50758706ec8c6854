import type { MiddlewareHandler } from 'hono'
import type { Service } from './context.ts'
import type { Env } from './env.ts'
import { countedOperations, operationOf } from './operations.ts'
import { ServiceError } from './service-error.ts'

/** Checks the bearer token, if any, and counts the request against its caller's limit. */
export function access(service: Service): MiddlewareHandler<Env> {
  return async (c, next) => {
    const operation = operationOf(c.req.method, c.req.path)
    if (operation === null || !countedOperations.includes(operation)) return next()
    const caller = c.env.incoming.socket.remoteAddress ?? 'unknown'
    const authorization = c.req.header('Authorization')
    const token = authorization === undefined ? null : checkToken(service, caller, authorization)
    const { limit, remaining } = service.limits.count(token ?? caller, service.settings.rateLimit)
    await next()
    c.res.headers.set('X-RateLimit-Limit', String(limit))
    c.res.headers.set('X-RateLimit-Remaining', String(remaining))
  }
}

function checkToken(service: Service, caller: string, authorization: string): string {
  if (service.limits.isLockedOut(caller)) {
    throw new ServiceError(403, 'TEMPORARILY_BLOCKED', 'Too many invalid credentials: try again later')
  }
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (token !== undefined && service.bearerTokens.includes(token)) return token
  service.limits.noteBadCredentials(caller, service.settings.lockOut)
  throw new ServiceError(401, 'INVALID_TOKEN', 'The token is not recognized')
}
