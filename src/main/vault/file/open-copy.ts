import type { KeyCost } from '../keys/key-derivation.ts'
import { toPasswordBytes } from '../secret-bytes.ts'
import type { GuessThrottle } from '../throttle/guess-throttle.ts'
import type { CurrentVaultFile, VaultFile } from './vault-file.ts'
import type { VaultProcess } from '../process/vault-process.ts'

export interface OpeningCopy {
  readonly throttle: GuessThrottle
  readonly startProcess: () => VaultProcess
  /** The minimum cost of guessing its password. */
  readonly cost: KeyCost
}

/**
 * Opens an affordable copy of a vault in a process that ends afterwards. Returns its records key, and its file in the current form.
 * Throttled like an unlock. Throws AppError `wrong-password`, `throttled`, or `vault-damaged` if it is weaker than Till allows or damaged.
 */
export function openCopy(
  { throttle, startProcess, cost }: OpeningCopy,
  file: VaultFile,
  password: string,
): Promise<{ recordsKey: Uint8Array; file: CurrentVaultFile }> {
  return throttle.around(async () => {
    const started = startProcess()
    try {
      return await started.ask('unlock', { file, password: toPasswordBytes(password), floor: cost })
    } finally {
      await started.end()
    }
  })
}
