import type { Config } from './config.ts'
import type { OpenLog } from './log/open-log.ts'
import type { SecretStore, Shell, ShellHost } from './shell/shell.ts'
import type { UpdateFeed } from './updates/update-feed.ts'
import type { KeyCost } from './vault/keys/key-derivation.ts'
import type { VaultProcess } from './vault/process/vault-process.ts'

export interface AppOptions extends OpenLog {
  readonly config: Config
  readonly version: string
  /** Where newer versions are announced; null for a build that never checks. */
  readonly updateFeed: UpdateFeed | null
  readonly shell: Shell
  readonly secrets: SecretStore
  readonly rendererFolder: string
  readonly workers: { readonly refresh: URL; readonly regex: URL; readonly facets: URL }
  /** Starts the process that holds the keys. */
  readonly startVault: () => VaultProcess
  /** The cost of guessing this vault's password. */
  readonly vaultCost: KeyCost
  readonly onClosed: () => void
  /** Restarts with the data folder's current content; returns the new receiver of requests. */
  readonly restart: (how: Restart) => Promise<ShellHost>
}

export interface Restart {
  /** The records key of a restored wallet. */
  readonly recordsKey?: Uint8Array
  /** Whether the vault turned out to be damaged when it was opened. */
  readonly damaged?: boolean
  /** Whether to erase the wallet first. */
  readonly erase?: boolean
}

/** A running Till. */
export interface App {
  start(): Promise<void>
  stop(): Promise<void>
}
