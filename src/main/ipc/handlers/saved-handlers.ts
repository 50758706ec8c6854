import type { draftRequests } from '../../../shared/drafts/contract.ts'
import type { favouriteRequests } from '../../../shared/favourites/contract.ts'
import type { Favourites } from '../../favourites/favourites.ts'
import type { Policy } from '../../policy/open-policy.ts'
import type { Drafts } from '../../purchases/drafts/drafts.ts'
import type { HandlersOf } from '../handlers.ts'

export interface SavedParts {
  readonly favourites: Favourites
  readonly drafts: Drafts
  readonly policy: Pick<Policy, 'refuse'>
}

/** Answers requests about favourites and drafts. */
export function savedHandlers({
  favourites,
  drafts,
  policy,
}: SavedParts): HandlersOf<typeof favouriteRequests & typeof draftRequests> {
  return {
    'favourites.list': () => favourites.list(),
    'favourites.set'(input) {
      policy.refuse(['favourites'])
      return favourites.set(input)
    },
    'drafts.list': () => drafts.list(),
    'drafts.get': ({ id }) => drafts.get(id),
    'drafts.save': (input) => drafts.save(input),
    'drafts.remove': ({ id }) => drafts.remove(id),
  }
}
