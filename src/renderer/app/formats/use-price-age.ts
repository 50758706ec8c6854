import { useI18n } from 'vue-i18n'
import { useFormats } from './use-formats.ts'

/** Returns how old prices are, as "Prices as of today, 3:34 PM"; both arguments are epoch milliseconds. */
export function usePriceAge(): (at: number, now: number) => string {
  const { t } = useI18n()
  const formats = useFormats()
  return (at, now) => {
    const { day, ...moment } = formats.value.moment(at, now)
    return t(`age.${day}`, moment)
  }
}
