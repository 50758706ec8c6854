import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts'
import type { KeyCost } from './key-derivation.ts'
import type { CurrentVaultFile, VaultFile } from './vault-file.ts'

/** A transaction the payment guard accepted, complete, and what the purchase says it must be. */
export interface SigningTask {
  readonly transaction: TransactionSerializableEIP1559
  readonly expected: { readonly chainId: number; readonly nonce: number; readonly to: Hex; readonly from: Address }
}

export interface SignedTransaction {
  readonly raw: Hex
  readonly hash: Hex
}

/** A vault file and what opens it; `floor` is the least that guessing its password may cost. */
export interface Opening {
  readonly file: VaultFile
  readonly password: string
  readonly floor: KeyCost
}

/** Words in the spelling of BIP-39, and the passphrase they are used with; '' for none. */
export interface Phrase {
  readonly words: string
  readonly passphrase: string
}

/** A private key as a person has it: its hex, or a keystore file with its password. */
export type KeySource = { readonly key: string } | { readonly json: string; readonly password: string }

/** What the vault's worker may be asked. Words and keys leave it only through `reveal`, `revealKey` and `exportKeystore`. */
export interface VaultTasks {
  create: {
    input: Phrase & { password: string; cost: KeyCost; recordsKey: Uint8Array }
    output: { file: CurrentVaultFile }
  }
  /** From here on the worker holds the keys; `file` is one of today's form. */
  unlock: { input: Opening; output: { recordsKey: Uint8Array; file: CurrentVaultFile } }
  /** The same under another password. */
  changePassword: {
    input: Opening & { next: string; cost: KeyCost }
    output: { recordsKey: Uint8Array; file: CurrentVaultFile }
  }
  peek: { input: { count: number }; output: { addresses: Address[] } }
  add: { input: { count: number }; output: { file: CurrentVaultFile } }
  importKey: { input: { source: KeySource }; output: { file: CurrentVaultFile } }
  remove: { input: { address: Address; proof: KeySource | null }; output: { file: CurrentVaultFile } }
  sign: { input: SigningTask; output: SignedTransaction }
  /** Each of these opens the file anew and forgets it. */
  verify: { input: Opening; output: { ok: true } }
  reveal: { input: Opening; output: Phrase }
  revealKey: { input: Opening & { address: Address }; output: { key: Hex } }
  exportKeystore: { input: Opening & { address: Address; next: string }; output: { json: string } }
}

export type VaultTaskName = keyof VaultTasks

export type VaultQuestion = {
  [N in VaultTaskName]: { id: number; name: N; input: VaultTasks[N]['input'] }
}[VaultTaskName]

export type VaultAnswer =
  | { id: number; ok: true; output: VaultTasks[VaultTaskName]['output'] }
  | { id: number; ok: false; error: { code: ErrorCode; message: string; details?: ErrorDetails } }
