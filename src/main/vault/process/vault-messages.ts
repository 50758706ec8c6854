import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'
import type { ErrorCode, ErrorDetails } from '../../../shared/errors.ts'
import type { Limits } from '../../../shared/limits/views.ts'
import type { KeyCost } from '../keys/key-derivation.ts'
import type { CurrentVaultFile, VaultFile } from '../file/vault-file.ts'

/** A transaction the payment guard accepted, complete, and what the purchase says it must be. */
export interface SigningTask {
  readonly transaction: TransactionSerializableEIP1559
  readonly expected: {
    readonly chainId: number
    readonly nonce: number
    readonly to: Hex
    readonly from: Address
    /** What a send must move, and nothing else. */
    readonly sends?: { readonly token: Address | null; readonly recipient: Address; readonly units: bigint }
    /** What a permission must allow, and nothing else. */
    readonly approves?: { readonly token: Address; readonly spender: Address; readonly units: bigint }
    /** What refund a claim must withdraw, and nothing else: a record's, or the account's own sum in a token. */
    readonly claims?: { readonly router: Address; readonly serviceId: bigint } & (
      { readonly recordId: bigint } | { readonly token: Address; readonly refundee: Address }
    )
  }
}

export interface SignedTransaction {
  readonly raw: Hex
  readonly hash: Hex
}

// Secrets cross as bytes, texts as UTF-8, so that both sides can overwrite what they sent and got; a password is in NFKC.

/** A vault file and what opens it; `floor` is the least that guessing its password may cost. */
export interface Opening {
  readonly file: VaultFile
  readonly password: Uint8Array
  readonly floor: KeyCost
}

/** Words, and the passphrase they are used with; empty for none. */
export interface SecretPhrase {
  readonly words: Uint8Array
  readonly passphrase: Uint8Array
}

/** A private key as a person has it: its hex, or a keystore file with its password. */
export type SecretKeySource = { readonly key: Uint8Array } | { readonly json: string; readonly password: Uint8Array }

/** What a new vault is made with. */
export interface Making {
  readonly passphrase: Uint8Array
  readonly password: Uint8Array
  readonly cost: KeyCost
  readonly recordsKey: Uint8Array
}

/** What the vault's worker may be asked. Words and keys leave it only through `draft`, `reveal`, `revealKey` and `exportKeystore`. */
export interface VaultTasks {
  /** Draws new words, and the positions (0-based) at which they will be asked for; the worker remembers both. */
  draft: { input: { count: 12 | 24 }; output: { words: Uint8Array; ask: number[] } }
  /** A vault of the words drawn, where `answers` are those at the asked positions. */
  create: { input: Making & { answers: Uint8Array[] }; output: { file: CurrentVaultFile } }
  /** A vault of words as they were typed. */
  restore: { input: Making & { words: Uint8Array }; output: { file: CurrentVaultFile } }
  /** From here on the worker holds the keys; `file` is one of today's form. */
  unlock: { input: Opening; output: { recordsKey: Uint8Array; file: CurrentVaultFile } }
  /** The same under another password. */
  changePassword: {
    input: Opening & { next: Uint8Array; cost: KeyCost }
    output: { recordsKey: Uint8Array; file: CurrentVaultFile }
  }
  /** The same under other limits. */
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
  /** AppError `backup-check-failed` where the vault's seed comes from other words or another passphrase. */
  prove: { input: Opening & SecretPhrase; output: { ok: true } }
  reveal: { input: Opening; output: SecretPhrase }
  revealKey: { input: Opening & { address: Address }; output: { key: Uint8Array } }
  exportKeystore: { input: Opening & { address: Address; next: Uint8Array }; output: { json: string } }
}

export type VaultTaskName = keyof VaultTasks

export type VaultQuestion = {
  [N in VaultTaskName]: { id: number; name: N; input: VaultTasks[N]['input'] }
}[VaultTaskName]

export type VaultAnswer =
  | { id: number; ok: true; output: VaultTasks[VaultTaskName]['output'] }
  | { id: number; ok: false; error: { code: ErrorCode; message: string; details?: ErrorDetails } }
