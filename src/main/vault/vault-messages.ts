import type { Hex, TransactionSerializableEIP1559 } from 'viem'
import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts'
import type { KeyCost } from './key-derivation.ts'
import type { VaultFile } from './vault-file.ts'

/** A transaction the payment guard accepted, complete, and what the purchase says it must be. */
export interface SigningTask {
  readonly transaction: TransactionSerializableEIP1559
  readonly expected: { readonly chainId: number; readonly nonce: number; readonly to: Hex; readonly from: Hex }
}

export interface SignedTransaction {
  readonly raw: Hex
  readonly hash: Hex
}

/** What the vault's worker may be asked; words leave it only through `reveal`, private keys never. */
export interface VaultTasks {
  create: {
    input: { words: string; password: string; cost: KeyCost; recordsKey: Uint8Array }
    output: { file: VaultFile }
  }
  unlock: { input: { file: VaultFile; password: string; floor: KeyCost }; output: { recordsKey: Uint8Array } }
  reveal: { input: { file: VaultFile; password: string; floor: KeyCost }; output: { words: string[] } }
  changePassword: {
    input: { file: VaultFile; password: string; next: string; cost: KeyCost; floor: KeyCost }
    output: { file: VaultFile }
  }
  sign: { input: SigningTask; output: SignedTransaction }
}

export type VaultTaskName = keyof VaultTasks

export type VaultQuestion = {
  [N in VaultTaskName]: { id: number; name: N; input: VaultTasks[N]['input'] }
}[VaultTaskName]

export type VaultAnswer =
  | { id: number; ok: true; output: VaultTasks[VaultTaskName]['output'] }
  | { id: number; ok: false; error: { code: ErrorCode; message: string; details?: ErrorDetails } }
