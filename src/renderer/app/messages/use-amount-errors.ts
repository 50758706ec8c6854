import { useI18n } from 'vue-i18n'
import type { Decimal } from '../../../shared/money.ts'
import { ambiguousAmounts } from '../formats/typed-amount.ts'

/** Returns messages for an amount's field. */
export function useAmountErrors() {
  const { t } = useI18n()

  /** Returns why a text is not an amount; undefined if it is one, or is empty. */
  function unread(text: string, amount: Decimal | null): string | undefined {
    if (text.trim() === '' || amount !== null) return undefined
    const readings = ambiguousAmounts(text)
    return readings ? t('ui.twoReadings', readings) : t('ui.notANumber')
  }
  return { unread }
}
