import { AppError } from '../../../../shared/errors.ts'
import { isRateLimited, retryAfterMs } from '../rpc/rate-limit.ts'

/** A node's health, and until when it rests, on a monotonic clock. */
export interface NodeHealth {
  readonly failures: number
  readonly restUntil: number
  /** Whether it is rate limiting: further requests would only prolong that. */
  readonly isLimited: boolean
  /** Whether it serves another network. */
  readonly isOther: boolean
  /** The other chain id it claims; null if its id matches, or is unknown. */
  readonly foundChainId: number | null
  /** When it began to fail; null while it answers. */
  readonly failingSince: number | null
}

export const healthy: NodeHealth = {
  failures: 0,
  restUntil: 0,
  isLimited: false,
  isOther: false,
  foundChainId: null,
  failingSince: null,
}

const FAILED_MS = 15_000
const LIMITED_MS = 1_000
const LONGEST_MS = 5 * 60_000

/** Returns a node's health after a failure. Its rest doubles each time, or follows its `Retry-After`. */
export function afterFailure(before: NodeHealth, error: unknown, now: number, epochNow: number): NodeHealth {
  const isLimited = isRateLimited(error)
  const doubled = (isLimited ? LIMITED_MS : FAILED_MS) * 2 ** Math.min(before.failures, 10)
  const isOther = error instanceof AppError && error.code === 'network-mismatch'
  const found = isOther ? error.details?.['found'] : null
  const rest = Math.min(retryAfterMs(error, epochNow) ?? doubled, LONGEST_MS)
  return {
    failures: before.failures + 1,
    restUntil: now + rest,
    isLimited,
    isOther,
    foundChainId: typeof found === 'number' ? found : null,
    failingSince: before.failingSince ?? now,
  }
}
