import { keccak256, type Hash, type Hex } from 'viem'
import type { SimChain } from '../sim-chain.ts'
import { RefusedBytesError, readTransaction, type SimTransaction } from '../sim-transaction.ts'
import { key } from '../sim-state.ts'
import type { NodeFault } from './node-faults.ts'
import { refusedAccount, unclearSend } from './refusals.ts'
import { RpcError } from './rpc-error.ts'
import type { Limits, View } from './view.ts'
import { wordRefusal, type ClientName } from './wordings.ts'

/** One machine behind an address. */
export interface Backend {
  /** Returns what it knows now. */
  view(): View
}

export interface BackendOptions {
  readonly chain: SimChain
  readonly client: ClientName
  readonly limits: Limits
  readonly has: (kind: NodeFault) => boolean
  readonly recordFault: (kind: NodeFault) => void
  /** Returns an integer from 0 up to, but not including, `end`. */
  readonly below: (end: number) => number
}

/** A node with `tip-floor` refuses tips below it. */
const TIP_FLOOR = 2_000_000_000n

const faultOf: Partial<Record<RefusedBytesError['reason'], NodeFault>> = {
  'already-known': 'already-known',
  replacement: 'replacement-refused',
  'nonce-gap': 'nonce-gap-refused',
}

/** Starts a machine with an empty pool of its own. */
export function createBackend({ chain, client, limits, has, recordFault, below }: BackendOptions): Backend {
  /** Transactions that were sent to this machine. */
  const own = new Set<Hash>()
  /** Transactions that it accepted and never passed on. */
  const stuck = new Map<Hash, SimTransaction>()

  function behind(): number {
    const isLagging = has('lagging-head')
    if (isLagging) recordFault('lagging-head')
    return (isLagging ? limits.lag : 0) + (has('head-back') ? below(3) : 0)
  }

  function pool(): readonly SimTransaction[] {
    if (!chain.hasPool) return []
    const shared = has('own-pool') ? chain.pool().filter(({ hash }) => own.has(hash)) : chain.pool()
    return stuck.size === 0 ? shared : [...shared, ...stuck.values()]
  }

  async function send(raw: Hex): Promise<Hash> {
    const hash = keccak256(raw)
    const one = await readTransaction(raw, chain.chainId).catch(() => null)
    if (one === null) throw new RpcError(-32_000, 'rlp: expected input list for types.DynamicFeeTx')
    const refuse = (reason: RefusedBytesError['reason']): RpcError => {
      const fault = faultOf[reason]
      if (fault) recordFault(fault)
      return wordRefusal(client, reason, one, chain.head().state.nonces.get(key(one.from)) ?? 0)
    }
    if (one.maxPriorityFeePerGas < TIP_FLOOR && has('tip-floor')) {
      recordFault('tip-floor')
      throw refuse('tip-low')
    }
    if (has('send-refused')) {
      recordFault('send-refused')
      throw refusedAccount()
    }
    if (has('send-dropped')) {
      recordFault('send-dropped')
      return hash
    }
    if (chain.hasPool && has('send-stuck')) {
      if (stuck.has(hash)) throw refuse('already-known')
      recordFault('send-stuck')
      stuck.set(hash, one)
      return hash
    }
    stuck.delete(hash)
    const isSilentAboutIt = has('send-failed')
    try {
      await chain.submit(raw)
    } catch (error) {
      throw error instanceof RefusedBytesError ? refuse(error.reason) : error
    }
    own.add(hash)
    if (!isSilentAboutIt) return hash
    recordFault('send-failed')
    throw unclearSend()
  }

  return {
    view() {
      const head = chain.blocks()[Math.max(0, chain.head().number - behind())] ?? chain.head()
      for (const hash of stuck.keys()) if (chain.find(hash)) stuck.delete(hash)
      return { chain, client, limits, head, pool: pool(), has, recordFault, send }
    },
  }
}
