import type { Hash } from 'viem'
import { encodeBlock, hex } from './encode.ts'
import { findBlock, findByHash, type BlockName } from './find-block.ts'
import { RpcError } from './rpc-error.ts'
import type { View } from './view.ts'

/** Answers `eth_getBlockByNumber`. */
export function answerBlock(view: View, name: BlockName, full: boolean): object | null {
  const { chain, head, pool } = view
  if (name === 'pending') {
    refusePending(view)
    const next = { ...head, number: head.number + 1, parentHash: head.hash, receipts: [] }
    const transactions = full ? [] : pool.map(({ hash }) => hash)
    return { ...encodeBlock(chain, next, full), hash: null, nonce: null, transactions }
  }
  const block = findBlock(view, name)
  if (block?.number === 0 && view.has('genesis-pruned')) {
    view.recordFault('genesis-pruned')
    if (view.client === 'geth') return null
    throw new RpcError(4444, 'pruned history unavailable')
  }
  return block && encodeBlock(chain, block, full)
}

/** Answers `eth_getBlockByHash`. */
export function answerBlockByHash(view: View, hash: Hash, full: boolean): object | null {
  const block = findByHash(view, hash)
  return block && encodeBlock(view.chain, block, full)
}

/** Throws RpcError if this machine does not know the tag `pending`. */
export function refusePending(view: View): void {
  if (!view.has('pending-unsupported')) return
  view.recordFault('pending-unsupported')
  throw new RpcError(-32_000, 'pending block is not available')
}

/** Answers `eth_gasPrice`, `eth_maxPriorityFeePerGas` and `eth_feeHistory`. */
export const answerFees = {
  gasPrice: ({ chain }: View): string => hex(chain.baseFee() + TIP),
  tip: (): string => hex(TIP),
  history({ chain, head }: View, count: number, percentiles: readonly number[]): object {
    const oldest = Math.max(0, head.number - count + 1)
    const blocks = chain.blocks().slice(oldest, head.number + 1)
    return {
      oldestBlock: hex(oldest),
      baseFeePerGas: [...blocks.map(({ baseFee }) => hex(baseFee)), hex(chain.baseFee())],
      gasUsedRatio: blocks.map(() => 0.1),
      reward: blocks.map(() => percentiles.map(() => hex(TIP))),
    }
  },
}

const TIP = 1_000_000_000n
