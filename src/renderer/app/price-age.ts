import type { CatalogStatusView } from '../../shared/catalog/views.ts'
import type { ConnectionView } from '../../shared/services/views.ts'

const HOUR_MS = 3_600_000
/** From then on a shelf price may be another one than the service would name now. */
const OLD_AFTER_MS = 3 * HOUR_MS

/** When shelf prices were read (epoch milliseconds), where that may mislead: without a connection, or after hours. Null otherwise. */
export function misleadingAge(
  status: Pick<CatalogStatusView, 'refreshedAt'> | null,
  service: ConnectionView['service'],
  now: number,
): number | null {
  if (!status?.refreshedAt) return null
  const at = Date.parse(status.refreshedAt)
  return service === 'offline' || now - at > OLD_AFTER_MS ? at : null
}
