import { AppError } from '../../../shared/errors.ts'
import { isRateLimited, retryAfterMs } from './rate-limit.ts'

/** The health of a node, and until when it is left alone, by a monotonic clock. */
export interface NodeHealth {
  readonly failures: number
  readonly restUntil: number
  /** Whether it asked to be left alone: further requests would only prolong that. */
  readonly isLimited: boolean
  /** Whether it belongs to another network. */
  readonly isOther: boolean
  /** The chain it says it is of, where that is another one; null where its id fits, or was not heard. */
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

/** Returns a node's health after a failure: it rests twice as long each time, or as long as its `Retry-After` says. */
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
