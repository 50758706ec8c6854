import { useI18n } from 'vue-i18n'
import type { AllowanceView } from '../../../shared/allowances/views.ts'
import { useFormats } from '../../app/formats/use-formats.ts'
import { useSpenderLabels } from '../../app/messages/use-spender-labels.ts'

/** Returns whether a block has included the revocation of an allowance, final or not. */
export function isRevoked({ revoking }: AllowanceView): boolean {
  return revoking?.state === 'mined' || revoking?.state === 'confirmed'
}

/** Returns labels for an allowance. */
export function useAllowanceLabels() {
  const { t } = useI18n()
  const formats = useFormats()
  const { who } = useSpenderLabels()

  function sentence(allowance: AllowanceView): string {
    const { amount, unlimited, tokenSymbol: coin } = allowance
    if (isRevoked(allowance)) return t('allowances.nothingMore', { who: who(allowance), coin })
    if (amount === null) return t('allowances.unknown', { who: who(allowance), coin })
    if (unlimited) return t('allowances.anyAmount', { who: who(allowance), coin })
    return t('allowances.upTo', { who: who(allowance), amount: formats.value.coin(amount, coin, 'up', 18) })
  }
  return { who, sentence }
}
