import { useI18n } from 'vue-i18n'
import type { SingleStepView } from '../../../shared/transactions/single-step-views.ts'
import type { NetworkTroubleView } from '../../../shared/networks/views.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useNow } from '../timing/use-now.ts'

/** The label that describes a transaction's progress. */
type StepKind = SingleStepView['state'] | 'cancelling' | 'stuck' | 'unclear' | 'not-final'

/** Returns labels for a transfer, a revocation or a refund claim: its progress, and what it waits for. */
export function useSingleStepLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const now = useNow()

  /** Returns why a network accepts no transactions, in the same words for everything that waits there. */
  function troubleText({ what, since }: NetworkTroubleView): string {
    const time = since === null ? '' : formats.value.clock(Date.parse(since), now.value)
    return t(`networkTrouble.${what}`, { since: time })
  }
  /** States that need the user come first. */
  function kindOf({ state, isOverdue, waitingFor, feeChange }: SingleStepView): StepKind {
    if (isOverdue && state !== 'signed') return 'not-final'
    if (isOverdue) return waitingFor?.what === 'proof' ? 'unclear' : 'stuck'
    return state === 'signed' && feeChange?.action === 'cancel' ? 'cancelling' : state
  }
  /** Returns what delays its block or finality; null if its progress label already says so. */
  function waitingOf(step: SingleStepView): string | null {
    const { waitingFor, networkTrouble } = step
    const kind = kindOf(step)
    if (kind === 'unclear') return null
    if (networkTrouble !== null)
      return kind === 'stuck' && networkTrouble.what === 'stalled' ? null : troubleText(networkTrouble)
    if (waitingFor === null) return null
    if (waitingFor.refusal) return t(`waiting.refused.${waitingFor.refusal}`)
    // The network answers again, but was not asked about this transaction yet.
    return t(`waiting.${waitingFor.what === 'connection' ? 'network' : waitingFor.what}`)
  }
  /** Returns the text for a transaction delayed by its network; null if the usual text fits. */
  function troubledText(step: SingleStepView, part: 'send' | 'allowances' | 'claim'): string | null {
    const { networkTrouble } = step
    if (networkTrouble === null || kindOf(step) !== 'stuck') return null
    const { what } = networkTrouble
    const values = { trouble: troubleText(networkTrouble) }
    if (part === 'claim') return t(`claim.troubled.${what}`, values)
    return part === 'send' ? t(`send.troubled.${what}`, values) : t(`allowances.troubled.${what}`, values)
  }
  return { kindOf, waitingOf, troubledText }
}
