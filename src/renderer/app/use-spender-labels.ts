import { useI18n } from 'vue-i18n'
import type { AllowanceView, RevocationView } from '../../shared/allowances/views.ts'

/** A contract that may take coins, in a person's words. */
export function useSpenderLabels() {
  const { t } = useI18n()

  /** The service's own contract by its service's name, any other by its address. */
  function who({ spender, spenderName }: Pick<AllowanceView, 'spender' | 'spenderName'>): string {
    if (spenderName !== null) return t('allowances.service', { service: spenderName })
    return t('allowances.stranger', { address: `${spender.slice(0, 6)}…${spender.slice(-4)}` })
  }
  /** Which permission is taken back. */
  function aboutOf(revocation: RevocationView): string {
    const { tokenSymbol: coin, networkName: network } = revocation
    return t('allowances.about', { who: who(revocation), coin, network })
  }
  return { who, aboutOf }
}
