import type { Address, Hash } from 'viem'
import type { SimBlock, SimChain, SimReceipt } from '../sim-chain.ts'
import { key, noEffects } from '../sim-state.ts'
import { hex } from './encode.ts'

const OTHER_CHAIN_ID = 8_888
/** The number of transactions that the account has sent there, all in the first block after genesis. */
const SENT = 8

/** How much longer it is: more blocks than Till reads again. */
const AHEAD = 1_000

/** Creates another chain as old as `chain`, with more blocks, on which the same account has sent more, as behind a misconfigured balancer. */
export function otherChain(chain: SimChain, account: Address): SimChain {
  const known = new WeakMap<SimBlock, SimBlock>()
  const sent = Array.from({ length: SENT }, (_, nonce): SimReceipt => ({
    hash: hashOf('f', nonce),
    from: account,
    to: account,
    nonce,
    succeeded: true,
    gasUsed: 21_000n,
    gasPrice: 1n,
    fee: 21_000n,
    ...noEffects,
    transaction: null,
  }))

  function there(block: SimBlock): SimBlock {
    const before = known.get(block)
    if (before) return before
    const nonces = new Map(block.state.nonces).set(key(account), block.number === 0 ? 0 : SENT)
    const other: SimBlock = {
      ...block,
      hash: hashOf('e', block.number),
      parentHash: hashOf('e', Math.max(0, block.number - 1)),
      receipts: block.number === 1 ? sent : [],
      state: { ...block.state, nonces },
    }
    known.set(block, other)
    return other
  }

  /** Returns an empty block above one of `chain`. */
  function above(block: SimBlock, count: number): SimBlock {
    const number = block.number + count
    const hashes = { hash: hashOf('e', number), parentHash: hashOf('e', number - 1) }
    return { ...there(block), number, ...hashes, receipts: [] }
  }

  function blocks(): SimBlock[] {
    const head = chain.head()
    const higher = Array.from({ length: AHEAD }, (_, index) => above(head, index + 1))
    return [...chain.blocks().map(there), ...higher]
  }

  return {
    ...chain,
    chainId: OTHER_CHAIN_ID,
    blocks,
    head: () => above(chain.head(), AHEAD),
    finalized: () => above(chain.finalized(), AHEAD),
    find: (hash) => find(hash),
    findOrphaned: () => null,
    pool: () => [],
  }

  function find(hash: Hash): ReturnType<SimChain['find']> {
    const receipt = sent.find((one) => one.hash === hash)
    const block = chain.blocks()[1]
    return receipt && block ? { block: there(block), receipt } : null
  }
}

function hashOf(kind: string, number: number): Hash {
  return `0x${kind}${hex(number).slice(2).padStart(63, '0')}`
}
