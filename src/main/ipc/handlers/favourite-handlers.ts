import type { favouriteRequests } from '../../../shared/favourites/contract.ts'
import type { Favourites } from '../../favourites/favourites.ts'
import type { Policy } from '../../policy/open-policy.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface FavouriteParts {
  readonly favourites: Favourites
  readonly policy: Pick<Policy, 'refuse'>
}

/** Answers requests about favourites. */
export function favouriteHandlers({ favourites, policy }: FavouriteParts): HandlersOf<typeof favouriteRequests> {
  return {
    'favourites.list': () => favourites.list(),
    'favourites.set'(input) {
      policy.refuse(['favourites'])
      return favourites.set(input)
    },
  }
}
