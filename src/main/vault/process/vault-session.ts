import { AppError } from '../../../shared/errors.ts'
import type { VaultProcess } from './vault-process.ts'
import type { VaultProcesses } from './vault-processes.ts'

export interface VaultSessionOptions {
  /** Called with the vault's copy of the records key whenever it was opened. */
  readonly onOpened: (recordsKey: Uint8Array) => void
  readonly onLocked: () => void
}

/** The process that holds the keys while the vault is unlocked. */
export interface VaultSession {
  isLocked(): boolean
  /** Returns the process; throws AppError `locked` without one. */
  unlocked(): VaultProcess
  /** Keeps a process with the keys it opened, in place of the one before. */
  keep(opened: VaultProcess, recordsKey: Uint8Array): Promise<void>
  /** Starts a process that stays; it is ended if it fails. */
  open(start: (started: VaultProcess) => Promise<Uint8Array>): Promise<void>
  /** Leaves the process, which its owner ends; returns whether there was one. */
  leave(): boolean
}

/** Creates the session of a locked vault. */
export function createVaultSession(
  { onOpened, onLocked }: VaultSessionOptions,
  processes: Pick<VaultProcesses, 'take'>,
): VaultSession {
  let process: VaultProcess | null = null

  async function keep(opened: VaultProcess, recordsKey: Uint8Array): Promise<void> {
    if (opened.isOver()) throw new AppError('locked', 'Till is locked')
    const before = process
    process = opened
    void opened.gone.then(() => {
      if (process !== opened) return
      process = null
      onLocked()
    })
    await before?.end()
    onOpened(recordsKey)
  }

  return {
    isLocked: () => process === null,
    unlocked() {
      if (process === null) throw new AppError('locked', 'Till is locked')
      return process
    },
    keep,
    async open(start) {
      const started = processes.take()
      try {
        await keep(started, await start(started))
      } catch (error) {
        await started.end()
        throw error
      }
    },
    leave() {
      const wasOpen = process !== null
      process = null
      return wasOpen
    },
  }
}
