import type { noteRequests } from '../../../shared/notes/contract.ts'
import type { Notes } from '../../notes/open-notes.ts'
import { assertUnlocked, type LockedParts } from '../../accounts/assert-unlocked.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface NoteParts extends LockedParts {
  readonly notes: Notes
}

/** Answers requests about notes and tags. */
export function noteHandlers(parts: NoteParts): HandlersOf<typeof noteRequests> {
  return {
    'notes.get': ({ id }) => parts.notes.get(id),
    'notes.set'(note) {
      assertUnlocked(parts)
      return parts.notes.set(note)
    },
  }
}
