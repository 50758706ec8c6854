import type { bookkeepingRequests } from '../../../shared/bookkeeping/contract.ts'
import type { Bookkeeping } from '../../bookkeeping/create-bookkeeping.ts'
import type { Vault } from '../../vault/vault.ts'
import { assertUnlocked, type LockedParts } from '../../accounts/assert-unlocked.ts'
import type { HandlersOf } from '../channel/handlers.ts'
import type { SaveFile } from '../../shell/save-file.ts'

export interface BookkeepingParts extends LockedParts {
  readonly bookkeeping: Bookkeeping
  readonly vault: Pick<Vault, 'verify' | 'isLocked'>
  readonly save: SaveFile
}

/** Answers requests about what the user bought and sent, as a whole. */
export function bookkeepingHandlers(parts: BookkeepingParts): HandlersOf<typeof bookkeepingRequests> {
  const { bookkeeping, vault, save } = parts
  return {
    'bookkeeping.month': ({ month }) => bookkeeping.month(month),
    async 'bookkeeping.export'({ password, ...input }) {
      if (password !== null) await vault.verify(password)
      // The file has the notes, which stay after Till is closed.
      else assertUnlocked(parts)
      const { name, text } = bookkeeping.export({ ...input, references: password === null ? 'masked' : 'whole' })
      return save(name, text)
    },
  }
}
