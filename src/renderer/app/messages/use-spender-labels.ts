import { useI18n } from 'vue-i18n'
import type { AllowanceView, RevocationView } from '../../../shared/allowances/views.ts'

/** Returns labels for contracts that may take coins. */
export function useSpenderLabels() {
  const { t } = useI18n()

  /** Returns the service's name for its own contract, the address for any other. */
  function who({ spender, spenderName }: Pick<AllowanceView, 'spender' | 'spenderName'>): string {
    if (spenderName !== null) return t('allowances.service', { service: spenderName })
    return t('allowances.stranger', { address: `${spender.slice(0, 6)}…${spender.slice(-4)}` })
  }
  /** Returns which allowance is revoked. */
  function aboutOf(revocation: RevocationView): string {
    const { tokenSymbol: coin, networkName: network } = revocation
    return t('allowances.about', { who: who(revocation), coin, network })
  }
  return { who, aboutOf }
}
