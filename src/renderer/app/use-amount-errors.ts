import { useI18n } from 'vue-i18n'
import type { Decimal } from '../../shared/money.ts'
import { twoReadings } from './typed-amount.ts'

/** The words for what is typed into an amount's field. */
export function useAmountErrors() {
  const { t } = useI18n()

  /** Why no amount was read of a text; undefined where one was, or where nothing is typed. */
  function unread(text: string, amount: Decimal | null): string | undefined {
    if (text.trim() === '' || amount !== null) return undefined
    const readings = twoReadings(text)
    return readings ? t('ui.twoReadings', readings) : t('ui.notANumber')
  }
  return { unread }
}
