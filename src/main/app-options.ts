import type { Config } from './config.ts'
import type { OpenLog } from './log/open-log.ts'
import type { SecretStore, Shell, ShellHost } from './shell/shell.ts'
import type { KeyCost } from './vault/keys/key-derivation.ts'
import type { VaultProcess } from './vault/process/vault-process.ts'

export interface AppOptions extends OpenLog {
  readonly config: Config
  readonly version: string
  readonly shell: Shell
  readonly secrets: SecretStore
  readonly rendererFolder: string
  readonly workers: { readonly refresh: URL; readonly regex: URL; readonly facets: URL }
  /** Starts the process that holds keys. */
  readonly startVault: () => VaultProcess
  /** What guessing a password of this vault costs. */
  readonly vaultCost: KeyCost
  readonly onClosed: () => void
  /** Restarts with the data folder as it is then; returns what takes requests from then on. */
  readonly restart: (how: Restart) => Promise<ShellHost>
}

export interface Restart {
  /** Of a wallet that was restored. */
  readonly recordsKey?: Uint8Array
  /** The vault turned out to be damaged when it was opened. */
  readonly damaged?: boolean
  /** The wallet is to be erased before. */
  readonly erase?: boolean
}
