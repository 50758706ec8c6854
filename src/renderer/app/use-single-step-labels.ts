import { useI18n } from 'vue-i18n'
import type { SingleStepView } from '../../shared/transactions/single-step-views.ts'
import { useTroubleMessages } from './use-trouble-messages.ts'

/** Which words say how far a transaction is. */
type StepKind = SingleStepView['state'] | 'cancelling' | 'stuck' | 'unclear' | 'not-final'

/** Coins that are sent, an allowance that is taken back, or a refund that is claimed: how far it is, and what it waits for. */
export function useSingleStepLabels() {
  const { t } = useI18n()
  const { troubleText } = useTroubleMessages()

  /** Those that ask for the person come first. */
  function kindOf({ state, isOverdue, waitingFor, feeChange }: SingleStepView): StepKind {
    if (isOverdue && state !== 'signed') return 'not-final'
    if (isOverdue) return waitingFor?.what === 'proof' ? 'unclear' : 'stuck'
    return state === 'signed' && feeChange?.action === 'cancel' ? 'cancelling' : state
  }
  /** What keeps it from its block, or that from being final; null where the words for how far it is say so already. */
  function waitingOf(step: SingleStepView): string | null {
    const { waitingFor, networkTrouble } = step
    const kind = kindOf(step)
    if (kind === 'unclear') return null
    if (networkTrouble !== null)
      return kind === 'stuck' && networkTrouble.what === 'still' ? null : troubleText(networkTrouble)
    if (waitingFor === null) return null
    if (waitingFor.refusal) return t(`waiting.refused.${waitingFor.refusal}`)
    // It answers again, though it was not asked about this one yet.
    return t(`waiting.${waitingFor.what === 'connection' ? 'network' : waitingFor.what}`)
  }
  /** What is known of one that waits too long for reasons of its network; null where the usual words say it. */
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
