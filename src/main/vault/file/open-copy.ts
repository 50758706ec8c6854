import { isAtLeast, type KeyCost } from '../keys/key-derivation.ts'
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

/** The maximum cost of opening a foreign vault file on this machine; Till never writes a more costly one. */
const MOST: KeyCost = { memoryKiB: 1024 * 1024, passes: 16, lanes: 16 }

/** Returns whether opening a vault file stays within that cost. */
export const isAffordable = ({ header }: VaultFile): boolean => isAtLeast(MOST, header.kdf)

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
