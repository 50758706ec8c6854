import { AppError } from '../../../shared/errors.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface AccessBreakerOptions {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Returns the current token; null for none or a refused one. Called at every request, so that an edited token counts immediately. */
  readonly token: () => string | null
  /** Called once for a token that got a 401, so that it is stored as refused. */
  readonly onTokenRefused: () => void
}

export interface AccessBreaker {
  /** Returns the token to send, null for none; throws `service-forbidden` while the service blocks this address. */
  pass(): string | null
  /** Records a 401: the token that was sent is not used again until it is edited. */
  unauthorized(sentToken: string | null): void
  /** Records a 403: nothing is sent for a minute, doubled up to an hour with every further one. Returns until when (epoch ms). */
  forbidden(): number
  /** Records any other answer. */
  admitted(): void
}

/** Creates the breaker that prevents a lock-out for bad credentials, and requests from a forbidden network address. */
export function createAccessBreaker(options: AccessBreakerOptions): AccessBreaker {
  let refusedToken: string | null = null
  let openedAt = 0
  let waitMs = 0

  function openUntil(): number {
    const at = options.now()
    // A clock that went back would otherwise keep the breaker open for too long.
    openedAt = Math.min(openedAt, at)
    return openedAt + waitMs
  }

  return {
    pass() {
      const until = openUntil()
      if (waitMs > 0 && options.now() < until) throw forbiddenError(until)
      const token = options.token()
      return token !== null && token !== refusedToken && isSendable(token) ? token : null
    },
    unauthorized(sentToken) {
      if (sentToken === null || sentToken === refusedToken) return
      refusedToken = sentToken
      if (options.token() === sentToken) options.onTokenRefused()
    },
    forbidden() {
      // Concurrent requests report one refusal only once.
      if (waitMs === 0 || options.now() >= openUntil()) {
        waitMs = Math.min(Math.max(MINUTE, waitMs * 2), HOUR)
        openedAt = options.now()
      }
      return openedAt + waitMs
    },
    admitted() {
      if (options.now() >= openUntil()) waitMs = 0
    },
  }
}

/** Returns the error for a 403: Till waits until then (epoch ms). Waiting alone does not unblock a forbidden network address. */
export function forbiddenError(until: number): AppError {
  return new AppError('service-forbidden', 'The service keeps this address or these credentials out for now', {
    details: { until, maybeAddress: true },
  })
}

/** Bytes that an HTTP header can carry (RFC 6750, b64token and a little more); any other token could never work. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token)
}
