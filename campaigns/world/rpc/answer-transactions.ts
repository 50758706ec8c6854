import type { Address, Hash } from 'viem'
import { key } from '../sim-state.ts'
import type { Mined } from '../sim-chain.ts'
import { refusePending } from './answer-blocks.ts'
import { encodeReceipt, encodeTransaction, encodeWaiting, hex } from './encode.ts'
import { findState, type BlockName } from './find-block.ts'
import { numberLogs } from './number-logs.ts'
import { RpcError } from './rpc-error.ts'
import type { View } from './view.ts'

/** Answers `eth_getTransactionReceipt`. */
export function answerReceipt(view: View, hash: Hash): object | null {
  const mined = findIndexed(view, hash)
  if (mined === null) return null
  const receipt = encodeReceipt(mined)
  return { ...receipt, logs: numberLogs(view, receipt.logs) }
}

/** Answers `eth_getTransactionByHash`. */
export function answerTransaction(view: View, hash: Hash): object | null {
  const mined = findIndexed(view, hash)
  if (mined) return encodeTransaction(view.chain, mined)
  const waiting = view.pool.find((one) => one.hash === hash)
  if (waiting) return encodeWaiting(view.chain, waiting)
  notePool(view, (one) => one.hash === hash)
  return null
}

/** Looks up a transaction in this machine's index. A node prunes it, and fills it a little after the block. */
function findIndexed(view: View, hash: Hash): Mined | null {
  const { chain, head, limits } = view
  const orphaned = view.has('receipt-orphaned') ? chain.findOrphaned(hash) : null
  const mined = chain.find(hash)
  if (orphaned && orphaned.block.hash !== mined?.block.hash) {
    view.recordFault('receipt-orphaned')
    return orphaned
  }
  if (mined === null || mined.block.number > head.number) return null
  const age = chain.head().number - mined.block.number
  if (age < limits.receiptDelay && view.has('receipt-late')) {
    view.recordFault('receipt-late')
    if (view.client === 'geth') throw new RpcError(-32_000, 'transaction indexing is in progress')
    return null
  }
  if (age >= limits.receiptBlocks && view.has('receipt-pruned')) {
    view.recordFault('receipt-pruned')
    if (view.client === 'besu' || view.client === 'reth') throw new RpcError(4444, 'pruned history unavailable')
    return null
  }
  return mined
}

/** Answers `eth_getTransactionCount`. */
export function answerNonce(view: View, account: Address, name: BlockName): string {
  if (name === 'pending') refusePending(view)
  const block = findState(view, name)
  const mined = block.state.nonces.get(key(account)) ?? 0
  if (name !== 'latest' && name !== 'pending') return hex(mined)
  const before = view.has('nonce-stale') ? view.chain.blocks()[Math.max(0, block.number - STALE_BLOCKS)] : undefined
  const shownNonce = before?.state.nonces.get(key(account)) ?? (before ? 0 : mined)
  if (shownNonce !== mined) view.recordFault('nonce-stale')
  if (name === 'latest') return hex(shownNonce)
  const isNext = (nonce: number) => (one: { from: Address; nonce: number }) =>
    key(one.from) === key(account) && one.nonce === nonce
  let count = shownNonce
  while (view.pool.some(isNext(count))) count++
  notePool(view, isNext(count))
  return hex(count)
}

const STALE_BLOCKS = 5

/** Notes the faults that hide a pending transaction on this machine. */
function notePool(view: View, is: (one: { hash: Hash; from: Address; nonce: number }) => boolean): void {
  if (view.chain.pool().some(is)) view.recordFault(view.chain.hasPool ? 'own-pool' : 'no-pool')
}
