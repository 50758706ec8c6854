import { request } from '../requests/client.ts'
import { useCounterStore } from '../counter/counter-store.ts'
import { useSavedStore } from './saved-store.ts'

/** Loads the favourites with the current service into their store. */
export async function loadFavourites(): Promise<void> {
  const store = useSavedStore()
  store.favourites = await request('favourites.list')
}

/** Loads the drafts with the current service into their store. */
export async function loadDrafts(): Promise<void> {
  const store = useSavedStore()
  store.drafts = await request('drafts.list')
}

/** Loads the counter of a shop's register into its store. */
export async function loadCounter(): Promise<void> {
  const store = useCounterStore()
  store.counter = await request('counter.get')
}
