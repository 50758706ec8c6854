import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'
import type { SentError } from '../../../shared/errors.ts'
import type { Limits } from '../../../shared/limits/views.ts'
import type { KeyCost } from '../keys/key-derivation.ts'
import type { CurrentVaultFile, VaultFile } from '../file/vault-file.ts'

/** A complete transaction that the payment guard accepted, and the purchase's expectations of it. */
export interface SigningTask {
  readonly transaction: TransactionSerializableEIP1559
  readonly expected: {
    readonly chainId: number
    readonly nonce: number
    readonly to: Hex
    readonly from: Address
    /** The only transfer a send may make. */
    readonly sends?: { readonly token: Address | null; readonly recipient: Address; readonly units: bigint }
    /** The only allowance an approval may give. */
    readonly approves?: { readonly token: Address; readonly spender: Address; readonly units: bigint }
    /** The only refund a claim may withdraw: a record's, or the account's own sum in a token. */
    readonly claims?: { readonly router: Address; readonly serviceId: bigint } & (
      { readonly recordId: bigint } | { readonly token: Address; readonly refundee: Address }
    )
  }
}

export interface SignedTransaction {
  readonly raw: Hex
  readonly hash: Hex
}

// Secrets cross as bytes, texts as UTF-8, so that both sides can overwrite their copies; a password is in NFKC.

/** A vault file and its password; `floor` is the minimum cost of guessing that password. */
export interface Opening {
  readonly file: VaultFile
  readonly password: Uint8Array
  readonly floor: KeyCost
}

/** A recovery phrase, and its passphrase; empty for none. */
export interface SecretPhrase {
  readonly words: Uint8Array
  readonly passphrase: Uint8Array
}

/** A private key from the user: its hex, or a keystore file with its password. */
export type SecretKeySource = { readonly key: Uint8Array } | { readonly json: string; readonly password: Uint8Array }

/** The input for a new vault. */
export interface Making {
  readonly passphrase: Uint8Array
  readonly password: Uint8Array
  readonly cost: KeyCost
  readonly recordsKey: Uint8Array
}

/** The tasks of the vault's worker. Phrase and keys leave it only through `draft`, `reveal`, `revealKey` and `exportKeystore`. */
export interface VaultTasks {
  /** Creates a recovery phrase, and the positions (0-based) for its backup check; the worker remembers both. */
  draft: { input: { count: 12 | 24 }; output: { words: Uint8Array; ask: number[] } }
  /** Creates a vault from that phrase if `answers` match the words at those positions. */
  create: { input: Making & { answers: Uint8Array[] }; output: { file: CurrentVaultFile } }
  /**
   * Creates a vault from a typed phrase. In place of `before` it has the same wallet's id, accounts and limits, but no imported keys; throws
   * AppError `bad-phrase` if the phrase is another wallet's.
   */
  restore: { input: Making & { words: Uint8Array; before: VaultFile | null }; output: { file: CurrentVaultFile } }
  /** Unlocks a vault: the worker keeps its keys, and `file` is in the current form. */
  unlock: { input: Opening; output: { recordsKey: Uint8Array; file: CurrentVaultFile } }
  /** The same vault under another password. */
  changePassword: {
    input: Opening & { next: Uint8Array; cost: KeyCost }
    output: { recordsKey: Uint8Array; file: CurrentVaultFile }
  }
  /** The same vault with other limits. */
  limit: {
    input: Opening & { limits: Limits }
    output: { recordsKey: Uint8Array; file: CurrentVaultFile }
  }
  peek: { input: { count: number }; output: { addresses: Address[] } }
  add: { input: { count: number }; output: { file: CurrentVaultFile } }
  importKey: { input: { source: SecretKeySource }; output: { file: CurrentVaultFile } }
  remove: { input: { address: Address; proof: SecretKeySource | null }; output: { file: CurrentVaultFile } }
  sign: { input: SigningTask; output: SignedTransaction }
  /** Each of these opens the file again and forgets it. */
  verify: { input: Opening; output: { ok: true } }
  /** Throws AppError `backup-check-failed` if the vault's seed comes from another phrase or passphrase. */
  prove: { input: Opening & SecretPhrase; output: { ok: true } }
  reveal: { input: Opening; output: SecretPhrase }
  revealKey: { input: Opening & { address: Address }; output: { key: Uint8Array } }
  exportKeystore: { input: Opening & { address: Address; next: Uint8Array }; output: { json: string } }
  /** Encrypts a text of the user under a password of its own; these two need no vault. */
  sealText: { input: { plain: Uint8Array; password: Uint8Array; cost: KeyCost }; output: { file: string } }
  openText: { input: { file: string; password: Uint8Array }; output: { plain: Uint8Array } }
}

export type VaultTaskName = keyof VaultTasks

export type VaultQuestion = {
  [N in VaultTaskName]: { id: number; name: N; input: VaultTasks[N]['input'] }
}[VaultTaskName]

export type VaultAnswer =
  { id: number; ok: true; output: VaultTasks[VaultTaskName]['output'] } | { id: number; ok: false; error: SentError }

/** A started process and the channel to it. A message is anything a structured clone can copy. */
export interface VaultChannel {
  /** Sends a message, which is copied before the call returns. */
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Registers a listener for the exit, called once; `cause` is set if the process could not start. */
  onExit(listener: (cause?: unknown) => void): void
  /** Kills the process immediately, even if it is busy. */
  kill(): void
}
