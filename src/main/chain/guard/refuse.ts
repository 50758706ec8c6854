import type { PaymentRefusal } from '../../../shared/purchases/state.ts'

/** A payment that the guard does not let through. */
export interface Refused {
  readonly ok: false
  readonly reason: PaymentRefusal
}

export function refuse(reason: PaymentRefusal): Refused {
  return { ok: false, reason }
}
