import { request } from '../../../app/requests/client.ts'
import { useChangesStore } from './changes-store.ts'

/** Reads the numbers of unseen changes into the store; after a failure the old numbers stay. */
export async function checkForChanges(): Promise<void> {
  const store = useChangesStore()
  store.summary = await request('catalog.changes', { limit: 1 }).catch(() => store.summary)
}
