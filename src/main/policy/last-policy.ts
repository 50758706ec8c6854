import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { replaceFile } from '../files/replace-file.ts'

const stateSchema = z.strictObject({
  /** Since when the policy file has not been usable, in epoch milliseconds; null while it is. */
  unusableSince: z.int().nullable(),
  /** The policy as it was last usable, without the service's token; null if it never was. */
  policy: z.unknown(),
})
type State = z.output<typeof stateSchema>

/** The policy that was last usable. It stays in force while its file cannot be read. */
export interface LastPolicy {
  /** Stores the text of a usable policy. */
  store(text: string): void
  /** Returns since when (epoch ms) the file has been unusable, now at the latest. */
  noteUnusable(now: number): number
  /** Returns the text of the last usable policy; null if there is none. */
  read(): string | null
  /** Forgets it, since there is no policy any more; returns whether there was one. */
  forget(): boolean
}

/**
 * Opens the last policy, stored at `path`. It never throws: what cannot be read counts as missing, and `notStored` receives the error of
 * what cannot be written.
 */
export function openLastPolicy(path: string, notStored: (error: unknown) => void): LastPolicy {
  let state = readState(path)

  function write(next: State): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    attempt(() => replaceFile(path, JSON.stringify(next, null, 2)))
  }

  function attempt(change: () => void): void {
    try {
      change()
    } catch (error) {
      notStored(error)
    }
  }

  return {
    store: (text) => write({ unusableSince: null, policy: withoutToken(text) }),
    noteUnusable(now) {
      const since = state?.unusableSince ?? now
      write({ unusableSince: since, policy: state?.policy ?? null })
      return since
    },
    read: () => (state === null || state.policy === null ? null : JSON.stringify(state.policy)),
    forget() {
      const had = state !== null && state.policy !== null
      state = null
      attempt(() => rmSync(path, { force: true }))
      return had
    },
  }
}

function readState(path: string): State | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

/** The ledger has the token, sealed; a policy without one leaves it as it is. */
function withoutToken(text: string): unknown {
  return JSON.parse(text.replace(/^\ufeff/, ''), (key, value: unknown) => (key === 'token' ? undefined : value))
}
