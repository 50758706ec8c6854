import { useI18n } from 'vue-i18n'
import type { AllowanceView } from '../../../shared/allowance-views.ts'
import { useFormats } from '../../app/use-formats.ts'

/** An allowance in a person's words. */
export function useAllowanceWords() {
  const { t } = useI18n()
  const formats = useFormats()

  /** Whoever may take the coins: the service's own contract by its service's name, any other by its address. */
  function who({ spender, spenderName }: AllowanceView): string {
    if (spenderName !== null) return t('allowances.service', { service: spenderName })
    return t('allowances.stranger', { address: `${spender.slice(0, 6)}…${spender.slice(-4)}` })
  }

  function sentence(allowance: AllowanceView): string {
    const { amount, unlimited, tokenSymbol: coin } = allowance
    if (allowance.revoking?.state === 'done') return t('allowances.nothingMore', { who: who(allowance), coin })
    if (amount === null) return t('allowances.unknown', { who: who(allowance), coin })
    if (unlimited) return t('allowances.anyAmount', { who: who(allowance), coin })
    return t('allowances.upTo', { who: who(allowance), amount: formats.value.coin(amount, coin, 'up', 18) })
  }
  return { who, sentence }
}
