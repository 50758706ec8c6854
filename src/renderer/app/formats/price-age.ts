import { useI18n } from 'vue-i18n'
import type { CatalogStatusView } from '../../../shared/catalog/views.ts'
import type { ConnectionView } from '../../../shared/services/views.ts'
import { useFormats } from './use-formats.ts'

const HOUR_MS = 3_600_000
/** After this, the service may quote a different price than the shelf shows. */
const OLD_AFTER_MS = 3 * HOUR_MS

/**
 * Returns when shelf prices were read (epoch milliseconds), if that is hours ago and may mislead. Null otherwise, and offline, where the bar
 * below every page says it.
 */
export function outdatedSince(
  status: Pick<CatalogStatusView, 'refreshedAt'> | null,
  service: ConnectionView['service'],
  now: number,
): number | null {
  if (!status?.refreshedAt || service === 'offline') return null
  const at = Date.parse(status.refreshedAt)
  return now - at > OLD_AFTER_MS ? at : null
}

/** Returns how old prices are, as "Prices as of today, 3:34 PM"; both arguments are epoch milliseconds. */
export function usePriceAge(): (at: number, now: number) => string {
  const { t } = useI18n()
  const formats = useFormats()
  return (at, now) => {
    const { day, ...moment } = formats.value.moment(at, now)
    return t(`age.${day}`, moment)
  }
}
