import {
  keccak256,
  parseGwei,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import type { SimClock } from './clock.ts'
import {
  execute,
  key,
  moved,
  type SimContracts,
  type SimState,
  type SimTransaction,
  type SimTransfer,
} from './sim-state.ts'

export interface SimReceipt {
  readonly hash: Hash
  readonly from: Address
  readonly nonce: number
  readonly succeeded: boolean
  readonly fee: bigint
  readonly transfers: readonly SimTransfer[]
  readonly quoteId: bigint | null
}

export interface SimBlock {
  readonly number: number
  readonly hash: Hash
  readonly receipts: readonly SimReceipt[]
  readonly state: SimState
}

/** A node refuses bytes, as real ones do. */
export class RefusedBytesError extends Error {
  override readonly name = 'RefusedBytesError'
}

/** A chain in memory with a block a second, that can misbehave in every way a real one does. */
export interface SimChain {
  readonly chainId: number
  readonly contracts: SimContracts
  /** Blocks after which a block can not be taken back. */
  readonly finalityDepth: number
  /** All blocks up to now. */
  blocks(): readonly SimBlock[]
  head(): SimBlock
  /** Blocks, receipts and pool as they are now. */
  find(hash: Hash): { readonly block: SimBlock; readonly receipt: SimReceipt } | null
  pendingCount(account: Address): number
  submit(raw: Hex): Promise<void>
  /** Units that appear from nowhere, as a faucet's. */
  give(account: Address, native: bigint, units: bigint): void
  /** The treasury, or somebody else, sends units of a token, mined in the next block. */
  refund(token: Address, to: Address, units: bigint, from?: Address): Hash
  /** Takes the newest blocks back; what was in them waits in the pool again, or is lost with `drop`. */
  reorg(depth: number, drop: boolean): void
  /** Forgets what waits. */
  dropPool(): void
  /** While true no block is mined. */
  pause(yes: boolean): void
  /** What a transaction must pay for each unit of gas to be mined. */
  setBaseFee(weiPerGas: bigint): void
  baseFee(): bigint
}

const BLOCK_MS = 1_000
const empty: SimState = { native: new Map(), nonces: new Map(), balances: new Map(), allowances: new Map() }

/** Makes an empty chain whose blocks follow the clock. */
export function createSimChain(
  clock: SimClock,
  chainId: number,
  contracts: SimContracts,
  finalityDepth: number,
): SimChain {
  let fork = 0
  let refunds = 0
  let paused = false
  let baseFee = parseGwei('1')
  let minedAt = clock.now()
  const chain: SimBlock[] = [{ number: 0, hash: hashOf(0), receipts: [], state: empty }]
  let pool: SimTransaction[] = []
  let treasuryPool: { hash: Hash; transfer: SimTransfer }[] = []
  const known = new Map<Hash, SimTransaction>()

  function hashOf(number: number): Hash {
    return `0x${[chainId, fork, number].map((part) => part.toString(16).padStart(16, '0')).join('')}${'b'.repeat(16)}`
  }

  const tip = (): SimBlock => {
    const block = chain.at(-1)
    if (block === undefined) throw new Error('A chain without genesis')
    return block
  }

  /** Time has passed since it was last looked at: the blocks of that time are mined now. */
  function catchUp(): void {
    for (; minedAt + BLOCK_MS <= clock.now(); minedAt += BLOCK_MS) if (!paused) mine()
  }

  function mine(): void {
    let { state } = tip()
    const receipts: SimReceipt[] = []
    for (const { hash, transfer } of treasuryPool) {
      const { token, from, to, units } = transfer
      state = { ...state, balances: moved(state.balances, key(token, from), key(token, to), units) }
      receipts.push({ hash, from, nonce: -1, succeeded: true, fee: 0n, transfers: [transfer], quoteId: null })
    }
    treasuryPool = []
    for (let next = nextOf(state); next !== undefined; next = nextOf(state)) {
      pool = pool.filter((one) => one !== next)
      const mined = apply(state, next)
      if (mined === null) continue
      receipts.push(mined.receipt)
      state = mined.state
    }
    chain.push({ number: tip().number + 1, hash: hashOf(tip().number + 1), receipts, state })
  }

  function nextOf(state: SimState): SimTransaction | undefined {
    return pool.find(
      (one) =>
        one.nonce <= (state.nonces.get(key(one.from)) ?? 0) && (isUsed(state, one) || one.maxFeePerGas >= baseFee),
    )
  }

  const isUsed = (state: SimState, { from, nonce }: SimTransaction): boolean =>
    nonce < (state.nonces.get(key(from)) ?? 0)

  function apply(state: SimState, one: SimTransaction): { receipt: SimReceipt; state: SimState } | null {
    if (isUsed(state, one)) return null
    const price = min(one.maxFeePerGas, baseFee + one.maxPriorityFeePerGas)
    if ((state.native.get(key(one.from)) ?? 0n) < one.gas * one.maxFeePerGas + one.value) return null
    const nonces = new Map(state.nonces).set(key(one.from), one.nonce + 1)
    const done = execute(contracts, { ...state, nonces }, one)
    const fee = done.gasUsed * price
    const native = moved(done.state.native, key(one.from), 'burnt', fee)
    const { hash, from, nonce } = one
    const { succeeded, transfers, quoteId } = done
    return { receipt: { hash, from, nonce, succeeded, fee, transfers, quoteId }, state: { ...done.state, native } }
  }

  function pendingCount(account: Address): number {
    catchUp()
    let count = tip().state.nonces.get(key(account)) ?? 0
    while (pool.some(({ from, nonce }) => key(from) === key(account) && nonce === count)) count++
    return count
  }

  return {
    chainId,
    contracts,
    finalityDepth,
    blocks: () => (catchUp(), chain),
    head: () => (catchUp(), tip()),
    find(hash) {
      catchUp()
      for (let at = chain.length - 1; at >= 0; at--) {
        const block = chain[at]
        const receipt = block?.receipts.find((one) => one.hash === hash)
        if (block && receipt) return { block, receipt }
      }
      return null
    },
    pendingCount,
    async submit(raw) {
      const one = await readBytes(raw, chainId)
      catchUp()
      const { state } = tip()
      if (isUsed(state, one)) throw new RefusedBytesError('nonce too low')
      if (pool.some(({ hash }) => hash === one.hash)) throw new RefusedBytesError('already known')
      const other = pool.find(({ from, nonce }) => key(from) === key(one.from) && nonce === one.nonce)
      if (other && !isEnoughMore(other, one)) throw new RefusedBytesError('replacement transaction underpriced')
      known.set(one.hash, one)
      pool = [...pool.filter((waiting) => waiting !== other), one]
    },
    give(account, native, units) {
      catchUp()
      const block = tip()
      const balances = new Map(block.state.balances)
      for (const { address } of contracts.tokens) balances.set(key(address, account), units)
      const state = { ...block.state, balances, native: new Map(block.state.native).set(key(account), native) }
      chain[chain.length - 1] = { ...block, state }
    },
    refund(token, to, units, from = contracts.treasury) {
      const hash: Hash = `0x${(++refunds).toString(16).padStart(63, '0')}f`
      treasuryPool.push({ hash, transfer: { token, from, to, units } })
      return hash
    },
    reorg(depth, drop) {
      catchUp()
      const branch = chain.splice(Math.max(1, chain.length - depth))
      const taken = branch.flatMap(({ receipts }) => receipts)
      fork++
      if (!drop) pool = [...taken.flatMap(({ hash }) => known.get(hash) ?? []), ...pool]
      // The treasury sees to its own.
      treasuryPool = [...taken.flatMap(refundOf), ...treasuryPool]
      // The blocks of the other branch are there at once, without what was in the ones taken back.
      const [waiting, refunding] = [pool, treasuryPool]
      pool = []
      treasuryPool = []
      for (let count = 0; count < branch.length; count++) mine()
      ;[pool, treasuryPool] = [waiting, refunding]
    },
    dropPool() {
      catchUp()
      pool = []
    },
    pause(yes) {
      catchUp()
      paused = yes
    },
    setBaseFee(weiPerGas) {
      catchUp()
      baseFee = weiPerGas
    },
    baseFee: () => baseFee,
  }
}

function refundOf({ nonce, hash, transfers: [transfer] }: SimReceipt): { hash: Hash; transfer: SimTransfer }[] {
  return nonce === -1 && transfer ? [{ hash, transfer }] : []
}

async function readBytes(raw: Hex, chainId: number): Promise<SimTransaction> {
  const read = parseTransaction(raw)
  if (read.type !== 'eip1559' || read.chainId !== chainId || !read.to) throw new RefusedBytesError('not for this chain')
  const { to, nonce = 0, data = '0x', value = 0n, gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = read
  const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
  return { hash: keccak256(raw), from, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }
}

/** A pool takes another transaction of the same nonce only for a tenth more of both fees, as go-ethereum does. */
function isEnoughMore(before: SimTransaction, after: SimTransaction): boolean {
  return (
    after.maxFeePerGas * 10n >= before.maxFeePerGas * 11n &&
    after.maxPriorityFeePerGas * 10n >= before.maxPriorityFeePerGas * 11n
  )
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}
