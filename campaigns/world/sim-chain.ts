import { parseGwei, type Address, type Hash, type Hex } from 'viem'
import type { SimClock } from './clock.ts'
import { execute } from './sim-execute.ts'
import {
  emptyState,
  key,
  moved,
  noEffects,
  type Done,
  type Effects,
  type SimContracts,
  type SimState,
} from './sim-state.ts'
import { RefusedBytesError, isEnoughMore, readTransaction, type SimTransaction } from './sim-transaction.ts'

export interface SimReceipt extends Effects {
  readonly hash: Hash
  readonly from: Address
  readonly to: Address
  readonly nonce: number
  readonly succeeded: boolean
  readonly gasUsed: bigint
  readonly gasPrice: bigint
  readonly fee: bigint
  /** Null for the treasury's transactions, whose bytes nobody requests. */
  readonly transaction: SimTransaction | null
}

export interface SimBlock {
  readonly number: number
  readonly hash: Hash
  readonly parentHash: Hash
  /** Epoch milliseconds. */
  readonly minedAt: number
  readonly baseFee: bigint
  readonly receipts: readonly SimReceipt[]
  readonly state: SimState
}

export interface Mined {
  readonly block: SimBlock
  readonly receipt: SimReceipt
}

/** The truth of one chain, with one pool and with reorganisations. Default: a block a second. Nodes report what they know of it. */
export interface SimChain {
  readonly chainId: number
  readonly contracts: SimContracts
  /** The depth at which a block is final. */
  readonly finalityDepth: number
  /** Whether transactions wait in a pool. A sequencer accepts only the next nonce and shows nothing before it is mined. */
  readonly hasPool: boolean
  /** Returns all blocks up to now. */
  blocks(): readonly SimBlock[]
  head(): SimBlock
  /** Returns the canonical block of a transaction. */
  find(hash: Hash): Mined | null
  /** Returns the newest block of a transaction that a reorganisation removed. */
  findOrphaned(hash: Hash): Mined | null
  /** Returns the pending transactions. */
  pool(): readonly SimTransaction[]
  /** Accepts signed bytes into the pool, or throws RefusedBytesError. */
  submit(raw: Hex): Promise<void>
  /** Sets an account's balances, like a faucet. */
  give(account: Address, native: bigint, units: bigint): void
  /** Changes the state in the name of another account, in the next block. */
  sendOther(from: Address, to: Address, run: OthersCall['run']): Hash
  /** Sends units of a token from the treasury, or from `from`, in the next block. */
  refund(token: Address, to: Address, units: bigint, from?: Address): Hash
  /** Grants an allowance in the next block by a permit of the owner that somebody else sends. */
  permit(token: Address, owner: Address, spender: Address, units: bigint): void
  /** Removes the newest blocks. Their transactions return to the pool, or are lost with `drop`. */
  reorg(depth: number, drop: boolean): void
  /** Empties the pool. */
  dropPool(): void
  /** Stops mining while true. */
  pause(yes: boolean): void
  /** Returns the newest final block. */
  finalized(): SimBlock
  /** Stops finality while true. */
  holdFinality(yes: boolean): void
  /** Sets the fee for each unit of gas that a transaction must offer to be mined. */
  setBaseFee(weiPerGas: bigint): void
  baseFee(): bigint
}

/** The traits of a chain besides its contracts. */
export interface ChainTraits {
  /** Default: true. */
  readonly hasPool?: boolean
  /** Milliseconds between two blocks. Default: one second. */
  readonly blockMs?: number | undefined
  /** The hash of block 0, for a chain that must pass as a registered one. */
  readonly genesisHash?: Hash
}

/** A transaction of another account. */
interface OthersCall {
  readonly hash: Hash
  readonly from: Address
  readonly to: Address
  /** Returns null if it reverts. */
  readonly run: (state: SimState) => Done | null
}

const TRANSFER_GAS = 60_000n
const MIN_GAS = 21_000n

/** Creates an empty chain whose blocks follow the clock. */
export function createSimChain(
  clock: SimClock,
  chainId: number,
  contracts: SimContracts,
  finalityDepth: number,
  { hasPool = true, blockMs = 1_000, genesisHash }: ChainTraits = {},
): SimChain {
  let fork = 0
  let paused = false
  let baseFee = parseGwei('1')
  let minedAt = clock.now()
  const genesis: SimBlock = {
    number: 0,
    hash: genesisHash ?? hashOf(0),
    parentHash: `0x${'0'.repeat(64)}`,
    minedAt,
    baseFee,
    receipts: [],
    state: emptyState,
  }
  const chain: SimBlock[] = [genesis]
  const included = new Map<Hash, Mined>()
  const orphans = new Map<Hash, Mined>()
  let pool: SimTransaction[] = []
  /** Transactions of other accounts. They always get into the next block. */
  let othersPool: OthersCall[] = []
  const othersCalls = new Map<Hash, OthersCall>()
  let heldAt: number | null = null

  function hashOf(number: number): Hash {
    return `0x${[chainId, fork, number].map((part) => part.toString(16).padStart(16, '0')).join('')}${'b'.repeat(16)}`
  }

  const tip = (): SimBlock => chain.at(-1) ?? genesis

  /** Mines the blocks of the time since the last call. */
  function catchUp(): void {
    for (; minedAt + blockMs <= clock.now(); minedAt += blockMs) if (!paused) mine(minedAt + blockMs)
  }

  function mine(at: number): void {
    const parent = tip()
    let state: SimState = { ...parent.state, minedAt: at }
    const receipts: SimReceipt[] = []
    for (const { hash, from, to, run } of othersPool) {
      const done = run(state)
      const { state: after, ...effects } = done ?? { ...noEffects, state }
      state = after
      receipts.push({
        hash,
        from,
        to,
        nonce: 0,
        succeeded: done !== null,
        gasUsed: TRANSFER_GAS,
        gasPrice: baseFee,
        fee: 0n,
        ...effects,
        transaction: null,
      })
    }
    othersPool = []
    for (let next = nextOf(state); next !== undefined; next = nextOf(state)) {
      pool = pool.filter((one) => one !== next)
      const mined = apply(state, next)
      if (mined === null) continue
      receipts.push(mined.receipt)
      state = mined.state
    }
    const number = parent.number + 1
    const block = { number, hash: hashOf(number), parentHash: parent.hash, minedAt: at, baseFee, receipts, state }
    chain.push(block)
    for (const receipt of receipts) included.set(receipt.hash, { block, receipt })
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
    const gasPrice = min(one.maxFeePerGas, baseFee + one.maxPriorityFeePerGas)
    if (!canAfford(state, one)) return null
    const nonces = new Map(state.nonces).set(key(one.from), one.nonce + 1)
    const { state: after, ...done } = execute(contracts, { ...state, nonces }, one)
    const fee = done.gasUsed * gasPrice
    const { hash, from, to, nonce } = one
    return {
      receipt: { hash, from, to, nonce, gasPrice, fee, ...done, transaction: one },
      state: { ...after, native: moved(after.native, key(from), 'burnt', fee) },
    }
  }

  function accept(one: SimTransaction): void {
    const { state } = tip()
    if (isUsed(state, one)) throw new RefusedBytesError('nonce-low')
    if (hasPool && pool.some(({ hash }) => hash === one.hash)) throw new RefusedBytesError('already-known')
    if (one.gas < MIN_GAS) throw new RefusedBytesError('intrinsic-gas')
    if (!canAfford(state, one)) throw new RefusedBytesError('funds')
    const own = pool.filter(({ from }) => key(from) === key(one.from))
    const other = own.find(({ nonce }) => nonce === one.nonce)
    if (!hasPool) {
      // A sequencer orders transactions as they arrive and holds none for later.
      if (other) throw new RefusedBytesError('nonce-low')
      if (one.nonce > (state.nonces.get(key(one.from)) ?? 0) + own.length) throw new RefusedBytesError('nonce-gap')
      if (one.maxFeePerGas < baseFee) throw new RefusedBytesError('fee-low')
    } else if (other && !isEnoughMore(other, one)) throw new RefusedBytesError('replacement')
    pool = [...pool.filter((waiting) => waiting !== other), one]
  }

  function reorg(depth: number, drop: boolean): void {
    catchUp()
    const branch = chain.splice(Math.max(1, chain.length - depth))
    const removed = branch.flatMap((block) => block.receipts.map((receipt) => ({ block, receipt })))
    for (const one of removed) {
      included.delete(one.receipt.hash)
      orphans.set(one.receipt.hash, one)
    }
    fork++
    // The new branch exists at once, without the transactions of the removed blocks.
    const waiting = [...(drop ? [] : removed.flatMap(({ receipt }) => receipt.transaction ?? [])), ...pool]
    const others = [...removed.flatMap(({ receipt }) => othersCalls.get(receipt.hash) ?? []), ...othersPool]
    ;[pool, othersPool] = [[], []]
    for (const block of branch) mine(block.minedAt)
    ;[pool, othersPool] = [waiting, others]
  }

  const finalNumber = (): number => heldAt ?? Math.max(0, tip().number - finalityDepth)

  function sendOther(from: Address, to: Address, run: OthersCall['run']): Hash {
    const call = { hash: `0x${(othersCalls.size + 1).toString(16).padStart(63, '0')}f`, from, to, run } as const
    othersPool.push(call)
    othersCalls.set(call.hash, call)
    return call.hash
  }

  return {
    chainId,
    contracts,
    finalityDepth,
    hasPool,
    reorg,
    blocks: () => (catchUp(), chain),
    head: () => (catchUp(), tip()),
    find: (hash) => (catchUp(), included.get(hash) ?? null),
    findOrphaned: (hash) => orphans.get(hash) ?? null,
    pool: () => (catchUp(), pool),
    async submit(raw) {
      const one = await readTransaction(raw, chainId)
      catchUp()
      accept(one)
    },
    give(account, native, units) {
      catchUp()
      const block = tip()
      const balances = new Map(block.state.balances)
      for (const { address } of contracts.tokens) balances.set(key(address, account), units)
      const state = { ...block.state, balances, native: new Map(block.state.native).set(key(account), native) }
      chain[chain.length - 1] = { ...block, state }
    },
    sendOther,
    refund: (token, to, units, from = contracts.treasury) =>
      sendOther(from, token, (state) => ({
        ...noEffects,
        transfers: [{ token, from, to, units }],
        state: { ...state, balances: moved(state.balances, key(token, from), key(token, to), units) },
      })),
    permit(token, owner, spender, units) {
      sendOther(spender, token, (state) => ({
        ...noEffects,
        approvals: [{ token, owner, spender, units }],
        state: { ...state, allowances: new Map(state.allowances).set(key(token, owner, spender), units) },
      }))
    },
    finalized: () => (catchUp(), chain[finalNumber()] ?? genesis),
    holdFinality(yes) {
      catchUp()
      heldAt = yes ? finalNumber() : null
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

function canAfford(state: SimState, { from, gas, maxFeePerGas, value }: SimTransaction): boolean {
  return (state.native.get(key(from)) ?? 0n) >= gas * maxFeePerGas + value
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}
