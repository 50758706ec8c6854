import type { Hash } from 'viem'
import type { SimBlock } from '../sim-chain.ts'
import { noFinalized, noHeader } from './refusals.ts'
import { RpcError } from './rpc-error.ts'
import type { View } from './view.ts'

/** A block as JSON-RPC names it: a tag, a number, or an object of EIP-1898. */
export type BlockName = string | { readonly blockHash?: Hash; readonly blockNumber?: string }

/** Finds the block of a tag or number if this machine has it. Throws RpcError for a tag that it does not know. */
export function findBlock(view: View, name: BlockName): SimBlock | null {
  if (typeof name === 'object') {
    if (name.blockHash !== undefined) return findByHash(view, name.blockHash)
    return findBlock(view, name.blockNumber ?? 'latest')
  }
  const { chain, head } = view
  if (name === 'latest' || name === 'pending') return head
  if (name === 'earliest') return chain.blocks()[0] ?? null
  if (name === 'safe') return chain.blocks()[Math.max(0, head.number - 1)] ?? null
  if (name === 'finalized') return findFinalized(view)
  const number = Number(name)
  if (!Number.isSafeInteger(number) || number < 0)
    throw new RpcError(-32_602, 'invalid argument 0: hex string expected')
  return number > head.number ? null : (chain.blocks()[number] ?? null)
}

function findFinalized(view: View): SimBlock | null {
  const { chain, head, client } = view
  if (view.has('finalized-unsupported')) {
    view.recordFault('finalized-unsupported')
    if (client === 'besu' || client === 'nethermind') return null
    throw noFinalized()
  }
  if (view.has('finalized-limited')) {
    view.recordFault('finalized-limited')
    throw new RpcError(-32_005, 'rate limit exceeded')
  }
  const final = chain.finalized()
  const ofHead = chain.blocks()[Math.max(0, head.number - chain.finalityDepth)] ?? null
  return ofHead && ofHead.number < final.number ? ofHead : final
}

/** Finds the canonical block of a hash if this machine has it. */
export function findByHash({ chain, head }: View, hash: Hash): SimBlock | null {
  const block = chain.blocks().findLast((one) => one.hash === hash)
  return block && block.number <= head.number ? block : null
}

/** Finds a block to read its state. Throws RpcError if it is ahead of this machine or its state is pruned. */
export function findState(view: View, name: BlockName): SimBlock {
  const block = findBlock(view, name)
  if (block === null) throw noHeader()
  const isOld = view.head.number - block.number > view.limits.stateBlocks
  if (isOld && view.has('state-pruned')) {
    view.recordFault('state-pruned')
    throw new RpcError(
      -32_000,
      view.client === 'geth'
        ? `missing trie node ${block.hash.slice(2)} (path ) state is not available`
        : 'historical state not available',
    )
  }
  return block
}
