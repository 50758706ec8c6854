import type { BrowseInput } from '../catalog/views.ts'
import type { RequestInput, RequestName } from '../contract.ts'
import type { AppView } from './views.ts'

/** A request's name and its input. */
export type Question = { [N in RequestName]: readonly [name: N, input: RequestInput<N>] }[RequestName]

/** Returns the requests that a page starting in the shop sends once it knows the app's view. */
export function firstRequests({ profile, wallet, settings }: AppView): readonly Question[] {
  if (profile === null || wallet === null) return []
  const { homeCountry, shopView } = settings
  const everything: BrowseInput = {
    text: '',
    country: homeCountry,
    near: homeCountry,
    first: null,
    dollarSign: null,
    type: null,
    category: null,
    subType: null,
    price: null,
    data: null,
    validity: null,
    unlimited: false,
  }
  const top = { ...everything, sort: 'best', offset: 0, limit: 60 } as const
  return [
    shopView === 'products' ? ['catalog.search', { ...top, brandsFrom: null }] : ['catalog.browse', top],
    ['catalog.status', undefined],
    ['purchases.recents', undefined],
    ['people.boughtFor', undefined],
    ['catalog.changes', { limit: 1 }],
    ['favourites.list', undefined],
    ['drafts.list', undefined],
  ]
}

/** Returns a key that is the same for equal requests. */
export function questionKey(name: string, input: unknown): string {
  const entries = Object.entries(input ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([name, ...entries])
}
