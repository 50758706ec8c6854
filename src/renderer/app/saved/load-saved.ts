import { request } from '../client.ts'
import { useCounterStore } from './counter-store.ts'
import { useSavedStore } from './saved-store.ts'

/** What is starred with the service in use, in its store. */
export async function loadFavourites(): Promise<void> {
  const store = useSavedStore()
  store.favourites = await request('favourites.list')
}

/** What is prepared with the service in use, in its store. */
export async function loadDrafts(): Promise<void> {
  const store = useSavedStore()
  store.drafts = await request('drafts.list')
}

/** What stands on the counter of a till in a shop, in its store. */
export async function loadCounter(): Promise<void> {
  const store = useCounterStore()
  store.counter = await request('counter.get')
}
