import { AppError } from '../../../shared/errors.ts'
import type { VaultProcess } from './vault-process.ts'
import type { VaultProcesses } from './vault-processes.ts'

/** How long a new recovery phrase is remembered. */
const DRAFT_LIVES_MS = 15 * 60_000

/** The process that remembers a new recovery phrase for a quarter of an hour. */
export interface PhraseDraft {
  /** Returns a process for another phrase; the one before is forgotten. */
  begin(): Promise<VaultProcess>
  /** Returns the process with the phrase; throws AppError `backup-check-failed` if it is gone, or too old. */
  current(): Promise<VaultProcess>
  /** Ends the process. */
  forget(): Promise<void>
  /** Leaves the process, which another owner keeps or ends. */
  leave(): void
}

/** Creates the store of a phrase, empty. */
export function createPhraseDraft(processes: Pick<VaultProcesses, 'take'>, now: () => number): PhraseDraft {
  let drafting: { readonly process: VaultProcess; readonly drawnAt: number } | null = null

  async function forget(): Promise<void> {
    const forgotten = drafting
    drafting = null
    await forgotten?.process.end()
  }

  return {
    forget,
    async begin() {
      await forget()
      drafting = { process: processes.take(), drawnAt: now() }
      return drafting.process
    },
    async current() {
      if (drafting === null || drafting.process.isOver() || now() - drafting.drawnAt > DRAFT_LIVES_MS) {
        await forget()
        throw new AppError('backup-check-failed', 'The words are no longer remembered', {
          details: { reason: 'expired' },
        })
      }
      return drafting.process
    },
    leave() {
      drafting = null
    },
  }
}
