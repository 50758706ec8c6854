import type { StoredVault } from './file/stored-vault.ts'
import type { KeyCost } from './keys/key-derivation.ts'
import type { Opening } from './process/vault-messages.ts'
import type { VaultProcess } from './process/vault-process.ts'
import type { VaultProcesses } from './process/vault-processes.ts'
import type { VaultSession } from './process/vault-session.ts'
import { toPasswordBytes } from './secret-bytes.ts'
import type { GuessThrottle } from './throttle/guess-throttle.ts'

/** A task for a process, which opens the vault with a password. */
export type PasswordTask<T> = (started: VaultProcess, opening: Opening) => Promise<T>

/** Runs tasks with a password, slowed down after wrong ones. Throws AppError `no-wallet` if there is none yet. */
export interface PasswordTasks {
  /** Runs one task in its own process, which ends afterwards. */
  run<T>(password: string, task: PasswordTask<T>): Promise<T>
  /** Runs one task, which returns the records key, in the process of a new session. */
  enter(password: string, task: PasswordTask<Uint8Array>): Promise<void>
  /** Throws if the password is not the wallet's. */
  verify(password: string): Promise<void>
}

/** Creates the tasks of a vault; `floor` is the minimum cost of guessing its password. */
export function createPasswordTasks(
  stored: StoredVault,
  processes: Pick<VaultProcesses, 'take'>,
  session: Pick<VaultSession, 'open'>,
  throttle: GuessThrottle,
  floor: KeyCost,
): PasswordTasks {
  function opening(password: string): Opening {
    return { file: stored.existing(), password: toPasswordBytes(password), floor }
  }

  async function run<T>(password: string, task: PasswordTask<T>): Promise<T> {
    const opened = opening(password)
    return throttle.around(async () => {
      const started = processes.take()
      try {
        return await task(started, opened)
      } finally {
        await started.end()
      }
    })
  }

  return {
    run,
    async enter(password, task) {
      const opened = opening(password)
      await throttle.around(() => session.open((started) => task(started, opened)))
    },
    async verify(password) {
      await run(password, (started, opened) => started.ask('verify', opened))
    },
  }
}
