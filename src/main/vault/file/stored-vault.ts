import { AppError } from '../../../shared/errors.ts'
import { copyVaultAside } from './set-aside.ts'
import { readVaultFile, writeVaultFile, type CurrentVaultFile, type VaultFile } from './vault-file.ts'

/** The vault's file as it was last read or written. */
export interface StoredVault {
  /** Returns the file; null if there is no wallet yet. */
  file(): VaultFile | null
  /** Returns the file; throws AppError `no-wallet` if there is none. */
  existing(): VaultFile
  /** Throws AppError `wallet-exists` if there is a file. */
  assertNone(): void
  /** Writes another file; the version before is kept beside it, or gone. */
  replace(next: CurrentVaultFile, before?: 'kept' | 'gone'): void
  /** Writes another file after copying the one before into a folder of its own, named by an epoch time; no version stays beside it. */
  replaceAndSetAside(next: CurrentVaultFile, at: number): void
}

/** Reads the vault at `path`; throws AppError `vault-damaged` if its file cannot be read. */
export function readStoredVault(path: string): StoredVault {
  let file = readVaultFile(path)

  function replace(next: CurrentVaultFile, before: 'kept' | 'gone' = 'kept'): void {
    writeVaultFile(path, next, before)
    file = next
  }

  return {
    file: () => file,
    existing() {
      if (file === null) throw new AppError('no-wallet', 'There is no wallet yet')
      return file
    },
    assertNone() {
      if (file !== null) throw new AppError('wallet-exists', 'There is a wallet already')
    },
    replace,
    replaceAndSetAside(next, at) {
      copyVaultAside(path, at)
      replace(next, 'gone')
    },
  }
}
