import { AppError } from '../../shared/errors.ts'
import type { Limits } from '../../shared/limits/views.ts'
import { compareDecimals, type Decimal } from '../../shared/money.ts'

/** Returns the lower of two limits of each kind; if one is not set, the other. */
export function strictest(one: Limits, other: Limits): Limits {
  return {
    perPurchase: stricter(one.perPurchase, other.perPurchase),
    perDay: stricter(one.perDay, other.perDay),
    perRecipient: stricter(one.perRecipient, other.perRecipient),
  }
}

/** Throws AppError `not-allowed` if a limit is above `most`, or lifts it. A limit equal to the policy's is allowed. */
export function assertNotAbove(limits: Limits, most: Limits): void {
  for (const kind of ['perPurchase', 'perDay', 'perRecipient'] as const) {
    if (stricter(limits[kind], most[kind]) === limits[kind]) continue
    throw new AppError('not-allowed', 'The policy allows no more', { details: { reason: 'above-policy' } })
  }
}

function stricter(one: Decimal | null, other: Decimal | null): Decimal | null {
  if (one === null || other === null) return one ?? other
  return compareDecimals(one, other) <= 0 ? one : other
}
