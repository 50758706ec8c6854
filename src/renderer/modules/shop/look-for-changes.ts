import { request } from '../../app/client.ts'
import { useChangesStore } from './changes-store.ts'

/** Reads how many changes the user has not seen into the store; after a failure the old summary stays. */
export async function lookForChanges(): Promise<void> {
  const store = useChangesStore()
  store.told = await request('catalog.changes', { limit: 1 }).catch(() => store.told)
}
