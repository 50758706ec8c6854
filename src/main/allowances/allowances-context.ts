import type { AllowancesView } from '../../shared/allowances/views.ts'
import type { SpendContext } from '../engine/spend-context.ts'

/** The dependencies of the allowances. */
export interface AllowancesContext extends SpendContext {
  onChanged(allowances: AllowancesView): void
  /** A revocation changed, or what it waits for. */
  onRevocation(): void
}
