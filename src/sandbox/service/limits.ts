import type { Clock } from '../clock.ts'
import { ServiceError } from './service-error.ts'
import type { Settings } from './settings.ts'

export interface Allowance {
  readonly limit: number
  readonly remaining: number
}

export type Limits = ReturnType<typeof createLimits>

/** Creates the limits: counts requests per caller in a sliding window, and locks a caller's credentials out after too many bad ones. */
export function createLimits(clock: Clock) {
  const requests = new Map<string, number[]>()
  const badCredentials = new Map<string, number[]>()
  const blockedUntil = new Map<string, number>()

  const recent = (times: readonly number[] | undefined, seconds: number) =>
    (times ?? []).filter((time) => time > clock.now() - seconds * 1000)

  return {
    /** Counts one request of `caller`; throws a 429 with Retry-After where none is left. */
    count: (caller: string, { requests: limit, windowSeconds }: Settings['rateLimit']): Allowance => {
      const window = recent(requests.get(caller), windowSeconds)
      if (window.length >= limit) {
        const oldest = window[0] ?? clock.now()
        const seconds = Math.max(1, Math.ceil((oldest + windowSeconds * 1000 - clock.now()) / 1000))
        throw new ServiceError(429, 'RATE_LIMIT_EXCEEDED', `Too many requests: ${limit} in ${windowSeconds} seconds`, {
          headers: { 'Retry-After': String(seconds), 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': '0' },
        })
      }
      window.push(clock.now())
      requests.set(caller, window)
      return { limit, remaining: limit - window.length }
    },
    /** Records wrong credentials of `caller`, and locks its credentials out after too many. */
    noteBadCredentials: (caller: string, lockOut: Settings['lockOut']): void => {
      const times = [...recent(badCredentials.get(caller), lockOut.windowSeconds), clock.now()]
      badCredentials.set(caller, times)
      if (times.length >= lockOut.attempts) blockedUntil.set(caller, clock.now() + lockOut.blockSeconds * 1000)
    },
    isLockedOut: (caller: string): boolean => (blockedUntil.get(caller) ?? 0) > clock.now(),
    reset: (): void => {
      requests.clear()
      badCredentials.clear()
      blockedUntil.clear()
    },
  }
}
