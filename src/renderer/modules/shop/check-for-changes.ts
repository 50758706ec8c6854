import { request } from '../../app/client.ts'
import { useChangesStore } from './changes-store.ts'

/** How much changed since the person last looked, in its store; what can't be read now is told with the next look. */
export async function checkForChanges(): Promise<void> {
  const store = useChangesStore()
  store.told = await request('catalog.changes', { limit: 1 }).catch(() => store.told)
}
