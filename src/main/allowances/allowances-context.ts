import type { AllowancesView } from '../../shared/allowances/views.ts'
import type { SpendContext } from '../engine/spend-context.ts'

/** Everything the allowances room works with, given by argument. */
export interface AllowancesContext extends SpendContext {
  onChanged(allowances: AllowancesView): void
  /** A revocation changed, or what it waits for. */
  onRevocation(): void
}
