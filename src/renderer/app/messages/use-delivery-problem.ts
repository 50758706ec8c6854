import { useI18n } from 'vue-i18n'
import type { RequestOutput } from '../../../shared/contract.ts'
import { useCatalogLabels } from './use-catalog-labels.ts'

type Problem = Pick<RequestOutput<'checkout.check'>['problems'][number], 'problem' | 'country'>

/** Returns messages for what is wrong with a typed value of a delivery. */
export function useDeliveryProblem() {
  const { t } = useI18n()
  const { countryWithin } = useCatalogLabels()

  function messageOf({ problem, country }: Problem): string {
    return country ? t(`check.${problem}-for`, { country: countryWithin(country) }) : t(`check.${problem}`)
  }
  return { of: messageOf }
}
