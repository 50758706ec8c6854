import type { draftRequests } from '../../../shared/drafts/contract.ts'
import type { Drafts } from '../../purchases/drafts/drafts.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface DraftParts {
  readonly drafts: Drafts
}

/** Answers requests about drafts. */
export function draftHandlers({ drafts }: DraftParts): HandlersOf<typeof draftRequests> {
  return {
    'drafts.list': () => drafts.list(),
    'drafts.get': ({ id }) => drafts.get(id),
    'drafts.save': (input) => drafts.save(input),
    'drafts.remove': ({ id }) => drafts.remove(id),
  }
}
