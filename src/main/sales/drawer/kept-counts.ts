import type { CountDraft } from '../../../shared/sales/views.ts'

/** The counts that users have not submitted yet: the time without a touch may sign out who counts coins. */
export interface KeptCounts {
  keep(user: string | null, draft: CountDraft): void
  /** Returns the user's own count of the current drawer; null if there is none. */
  of(user: string | null): CountDraft | null
  forget(user: string | null): void
}

/** Creates an empty memory; `shift` returns the number of the open shift, null between shifts. Null is the manager. */
export function createKeptCounts(shift: () => number | null): KeptCounts {
  const kept = new Map<string | null, { readonly shift: number | null; readonly draft: CountDraft }>()
  return {
    keep: (user, draft) => void kept.set(user, { shift: shift(), draft }),
    of(user) {
      const found = kept.get(user)
      return found !== undefined && found.shift === shift() ? found.draft : null
    },
    forget: (user) => void kept.delete(user),
  }
}
