import { useI18n } from 'vue-i18n'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { useNow } from '../../../app/timing/use-now.ts'
import { usePhoneGrouping } from '../../../app/formats/phone-grouping.ts'
import { outcomeParams } from './outcome-params.ts'

/** Returns a function that joins message keys about a purchase into a paragraph. */
export function useOutcomeMessages(): (purchase: PurchaseView, keys: readonly string[]) => string {
  const { t } = useI18n()
  const formats = useFormats()
  const now = useNow()
  const group = usePhoneGrouping()
  return (purchase, keys) => {
    const params = outcomeParams(purchase, formats.value, now.value, group)
    return keys.map((key) => t(key, params)).join(' ')
  }
}
