import { isAtLeast, type KeyCost } from '../keys/key-derivation.ts'
import { toPasswordBytes } from '../secret-text.ts'
import type { GuessThrottle } from '../throttle/guess-throttle.ts'
import type { CurrentVaultFile, VaultFile } from './vault-file.ts'
import type { VaultProcess } from '../process/vault-process.ts'

export interface OpeningCopy {
  readonly throttle: GuessThrottle
  readonly startProcess: () => VaultProcess
  /** The least that guessing its password may cost. */
  readonly cost: KeyCost
}

/** What opening somebody's vault file may cost this machine at most: one that asks for more was not made by a Till. */
const MOST: KeyCost = { memoryKiB: 1024 * 1024, passes: 16, lanes: 16 }

/** Whether opening a vault file costs no more than it may. */
export const isAffordable = ({ header }: VaultFile): boolean => isAtLeast(MOST, header.kdf)

/**
 * Opens a copy of a vault, one that is affordable, in a process that ends right after: its records key, and its file in today's form.
 * Throttled as an unlock is; AppError `wrong-password`, `throttled`, and `vault-damaged` where it is weaker than Till allows or damaged.
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
