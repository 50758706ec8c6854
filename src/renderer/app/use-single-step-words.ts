import { useI18n } from 'vue-i18n'
import type { SingleStepView } from '../../shared/single-step-views.ts'

/** Which words say how far a transaction is. */
type StepKind = SingleStepView['state'] | 'cancelling' | 'stuck' | 'unclear'

/** Coins that are sent, or an allowance that is taken back: how far it is, and what it waits for. */
export function useSingleStepWords() {
  const { t } = useI18n()

  /** Those that ask for the person come first. */
  function kindOf({ state, isOverdue, waitingFor, feeChange }: SingleStepView): StepKind {
    if (isOverdue) return waitingFor?.what === 'proof' ? 'unclear' : 'stuck'
    return state === 'signed' && feeChange?.action === 'cancel' ? 'cancelling' : state
  }
  /** What keeps it from its block; null where the words for how far it is say so already. */
  function waitingOf({ waitingFor, isOverdue, networkName }: SingleStepView): string | null {
    if (waitingFor === null || (waitingFor.what === 'proof' && isOverdue)) return null
    if (waitingFor.what === 'connection') return t('waiting.networkSilent', { network: networkName })
    return waitingFor.refusal ? t(`waiting.refused.${waitingFor.refusal}`) : t(`waiting.${waitingFor.what}`)
  }
  return { kindOf, waitingOf }
}
