import { request } from '../requests/client.ts'
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
