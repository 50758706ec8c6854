import { AppError } from '../../../shared/errors.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface AccessBreakerOptions {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The token in use, null for none or one known as refused; asked at every request, so that an edited one counts at once. */
  readonly token: () => string | null
  /** Called once for a token that was answered with 401, so that it is remembered as refused. */
  readonly onTokenRefused: () => void
}

export interface AccessBreaker {
  /** The token to send, null for none; throws `service-forbidden` while the service keeps this address out. */
  pass(): string | null
  /** A 401: a token that was sent is not used again until it is edited. */
  unauthorized(sentToken: string | null): void
  /** A 403: nothing is sent for a minute, doubled up to an hour by every further one. Answers until when (epoch ms). */
  forbidden(): number
  /** Any other answer. */
  admitted(): void
}

/** Keeps Till from being locked out for bad credentials and from knocking where its network address is not allowed. */
export function createAccessBreaker(options: AccessBreakerOptions): AccessBreaker {
  let refusedToken: string | null = null
  let openedAt = 0
  let waitMs = 0

  function openUntil(): number {
    const at = options.now()
    // A clock that went back would keep the breaker open for longer than it was meant to be.
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
      // Answers to requests sent together say it once.
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

/** What a 403 says: until when (epoch ms) Till waits, and that a forbidden network address does not heal by waiting. */
export function forbiddenError(until: number): AppError {
  return new AppError('service-forbidden', 'The service keeps this address or these credentials out for now', {
    details: { until, maybeAddress: true },
  })
}

/** Bytes an HTTP header can carry (RFC 6750, b64token and a little more); anything else could never be right. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token)
}
