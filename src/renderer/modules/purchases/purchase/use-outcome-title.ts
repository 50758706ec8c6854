import { useI18n } from 'vue-i18n'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { usePhoneGrouping } from '../../../app/formats/phone-grouping.ts'
import { withName } from '../../../app/people/use-person-name.ts'
import { outcomeParams } from './outcome-params.ts'
import { outcomeTitle } from './outcome-title.ts'

/**
 * Returns a function that returns the title of a purchase's page, with the recipient's name if it is known; amounts and phone numbers stay
 * on one line.
 */
export function useOutcomeTitle(): (purchase: PurchaseView, person: string | null) => string {
  const { t } = useI18n()
  const formats = useFormats()
  const group = usePhoneGrouping()
  return (purchase, person) => {
    // No title names a time that depends on now.
    const params = outcomeParams(purchase, formats.value, 0, group)
    const kept = Object.entries(params).map(([name, text]) => [name, keepTogether(text)] as const)
    const shown = Object.fromEntries(kept)
    return outcomeTitle(purchase, { ...shown, to: withName(person, shown['to'] ?? '') }, t)
  }
}

/** Returns an amount or a phone number without places to break; any other text is returned unchanged. */
function keepTogether(text: string): string {
  return /\d/.test(text) && text.length < 24 ? text.replaceAll(' ', '\u00A0') : text
}
