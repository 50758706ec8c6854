import type { Refusal, SimTransaction } from '../sim-transaction.ts'
import { RpcError } from './rpc-error.ts'

// The clients whose wordings of refusals are known, from their sources: go-ethereum `core/txpool`, reth `transaction-pool/src/error.rs`,
// besu `TransactionInvalidReason` and `RpcErrorType`, nethermind `AcceptTxResult`, erigon `txpoolcfg`, nitro `execution/gethexec`.

export const clientNames = ['geth', 'reth', 'besu', 'nethermind', 'erigon', 'nitro'] as const
export type ClientName = (typeof clientNames)[number]

type Words = (one: SimTransaction, next: number) => readonly [code: number, message: string]

const geth: Record<Refusal, Words> = {
  'already-known': () => [-32_000, 'already known'],
  'nonce-low': ({ nonce }, next) => [-32_000, `nonce too low: next nonce ${next}, tx nonce ${nonce}`],
  'nonce-gap': () => [-32_000, 'nonce too high'],
  replacement: () => [-32_000, 'replacement transaction underpriced'],
  'tip-low': ({ maxPriorityFeePerGas }) => [
    -32_000,
    `transaction underpriced: gas tip cap ${maxPriorityFeePerGas}, minimum needed 2000000000`,
  ],
  'fee-low': () => [-32_000, 'max fee per gas less than block base fee'],
  funds: () => [-32_000, 'insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1'],
  'intrinsic-gas': ({ gas }) => [-32_000, `intrinsic gas too low: gas ${gas}, minimum needed 21000`],
  unreadable: () => [-32_000, 'invalid sender'],
}

const others: Record<Exclude<ClientName, 'geth'>, Partial<Record<Refusal, Words>>> = {
  reth: {
    'tip-low': () => [-32_000, 'transaction priority fee below minimum required priority fee 2000000000'],
    funds: () => [-32_003, 'insufficient funds for gas * price + value: have 0 want 1'],
    'intrinsic-gas': () => [-32_000, 'intrinsic gas too low'],
  },
  besu: {
    'already-known': () => [-32_000, 'Known transaction'],
    'nonce-low': () => [-32_001, 'Nonce too low'],
    'nonce-gap': () => [-32_006, 'Nonce too high'],
    replacement: () => [-32_000, 'Replacement transaction underpriced'],
    'tip-low': () => [-32_009, 'Gas price below configured minimum gas price'],
    'fee-low': () => [-32_009, 'Gas price below current base fee'],
    funds: () => [-32_004, 'Upfront cost exceeds account balance'],
    'intrinsic-gas': () => [-32_003, 'Intrinsic gas exceeds gas limit'],
  },
  nethermind: {
    'already-known': () => [-32_010, 'AlreadyKnown'],
    'nonce-low': ({ nonce }, next) => [-32_010, `OldNonce, Current nonce: ${next}, nonce of rejected tx: ${nonce}.`],
    'nonce-gap': () => [-32_010, 'NonceGap, Future nonce. Expected nonce: 0'],
    replacement: () => [-32_010, 'ReplacementNotAllowed'],
    'tip-low': () => [-32_010, 'FeeTooLow, EffectivePriorityFeePerGas too low 1000000000 < 2000000000'],
    funds: () => [-32_010, 'InsufficientFunds, Account balance: 0, cumulative cost: 1'],
  },
  erigon: {
    'already-known': () => [-32_000, 'existing txn with same hash'],
    'nonce-low': () => [-32_000, 'nonce too low'],
    replacement: () => [-32_000, 'could not replace existing tx'],
    'tip-low': () => [-32_000, 'underpriced'],
    funds: () => [-32_000, 'insufficient funds'],
  },
  nitro: {
    'nonce-low': ({ from, nonce }, next) => [-32_000, `nonce too low: address ${from}, tx: ${nonce} state: ${next}`],
    'nonce-gap': ({ from, nonce }, next) => [-32_000, `nonce too high: address ${from}, tx: ${nonce} state: ${next}`],
  },
}

/** Words a refusal as `client` does; `next` is the expected nonce. */
export function wordRefusal(client: ClientName, reason: Refusal, one: SimTransaction, next: number): RpcError {
  const words = client === 'geth' ? geth[reason] : (others[client][reason] ?? geth[reason])
  return new RpcError(...words(one, next))
}
