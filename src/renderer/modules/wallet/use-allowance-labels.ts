import { useI18n } from 'vue-i18n'
import type { AllowanceView } from '../../../shared/allowances/views.ts'
import { useFormats } from '../../app/use-formats.ts'
import { useSpenderLabels } from '../../app/use-spender-labels.ts'

/** Whether a block has taken an allowance back, for good or not yet. */
export function isTakenBack({ revoking }: AllowanceView): boolean {
  return revoking?.state === 'mined' || revoking?.state === 'confirmed'
}

/** An allowance in a person's words. */
export function useAllowanceLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const { who } = useSpenderLabels()

  function sentence(allowance: AllowanceView): string {
    const { amount, unlimited, tokenSymbol: coin } = allowance
    if (isTakenBack(allowance)) return t('allowances.nothingMore', { who: who(allowance), coin })
    if (amount === null) return t('allowances.unknown', { who: who(allowance), coin })
    if (unlimited) return t('allowances.anyAmount', { who: who(allowance), coin })
    return t('allowances.upTo', { who: who(allowance), amount: formats.value.coin(amount, coin, 'up', 18) })
  }
  return { who, sentence }
}
