import type { ActivityView } from './activity-views.ts'

/** Returns the id of what an entry is about; only with its kind is it unique. */
export function activityId(entry: ActivityView): string {
  if (entry.kind === 'received' || entry.kind === 'unused') return entry.id
  return entry.kind === 'transfer' ? entry.transfer.id : entry.purchase.id
}
