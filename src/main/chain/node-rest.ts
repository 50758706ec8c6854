import { AppError } from '../../shared/errors.ts'
import { isRateLimited, retryAfterMs } from './rpc-errors.ts'

/** How a node has been doing, and until when it is left alone, by a clock that never goes back. */
export interface NodeHealth {
  readonly failures: number
  readonly restUntil: number
  /** Whether it asked to be left alone: asking it nevertheless would only lengthen that. */
  readonly isLimited: boolean
  /** Whether it belongs to another network. */
  readonly isOther: boolean
  /** When it began to fail; null while it answers. */
  readonly failingSince: number | null
}

export const healthy: NodeHealth = {
  failures: 0,
  restUntil: 0,
  isLimited: false,
  isOther: false,
  failingSince: null,
}

const FAILED_MS = 15_000
const LIMITED_MS = 1_000
const LONGEST_MS = 5 * 60_000

/** Returns a node's health after a failure: it rests twice as long each time, or as long as its `Retry-After` says. */
export function afterFailure(before: NodeHealth, error: unknown, now: number, epochNow: number): NodeHealth {
  const isLimited = isRateLimited(error)
  const doubled = (isLimited ? LIMITED_MS : FAILED_MS) * 2 ** Math.min(before.failures, 10)
  const rest = Math.min(retryAfterMs(error, epochNow) ?? doubled, LONGEST_MS)
  return {
    failures: before.failures + 1,
    restUntil: now + rest,
    isLimited,
    isOther: error instanceof AppError && error.code === 'network-mismatch',
    failingSince: before.failingSince ?? now,
  }
}
