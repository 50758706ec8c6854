import { useI18n } from 'vue-i18n'
import type { CatalogStatusView } from '../../../shared/catalog/views.ts'
import { useFormats } from '../../app/formats/use-formats.ts'

/** Returns labels for the catalog's age at `now` (epoch ms); '' before the first catalog. */
export function useAgeLabel() {
  const { t } = useI18n()
  const formats = useFormats()

  function messageOf(status: CatalogStatusView | null, now: number): string {
    if (!status?.refreshedAt) return ''
    const { day, ...moment } = formats.value.moment(Date.parse(status.refreshedAt), now)
    return t(`shop.age.${day}`, moment)
  }
  return { of: messageOf }
}
