import type { Address, Hash, Hex } from 'viem'
import { AppError } from '../../src/shared/errors.ts'
import type { Chain, ListedTransfer } from '../../src/main/chain/chain.ts'
import type { SimClock } from '../world/clock.ts'

interface Account {
  /** In order of the nonces; those not sent yet are not in the pool. */
  readonly hashes: Hash[]
  readonly pool: Set<Hash>
  mined: number
  readonly refunds: ListedTransfer[]
}

/** A chain for many purchases, with one block a second that is final two blocks later. It mines transactions in order of their nonces. */
export interface ManyChain {
  readonly view: Chain
  readonly instance: string
  /** Returns the number of questions asked. */
  questions(): number
  /** Reserves the next nonce of `from` for a transaction and returns it. */
  expect(from: Address, hash: Hash, raw: Hex): number
  /** Puts a reserved transaction into the pool as if it had been sent. */
  submit(hash: Hash): void
  minedIn(hash: Hash): bigint | null
  blockHash(number: number): Hash
  refund(token: Address, from: Address, to: Address, units: bigint): void
}

const FIRST_BLOCK = 5_000
const FINALITY_DEPTH = 2

/** Creates a chain without transactions. */
export function createManyChain(clock: SimClock, chainId: number): ManyChain {
  const began = clock.now()
  const accounts = new Map<Address, Account>()
  const owners = new Map<Hash, Address>()
  const hashOf = new Map<Hex, Hash>()
  const blocks = new Map<Hash, number>()
  let questions = 0
  let refunds = 0

  const head = (): number => FIRST_BLOCK + Math.floor((clock.now() - began) / 1_000)
  const blockHash = (number: number): Hash =>
    `0x${chainId.toString(16).padStart(8, '0')}${number.toString(16).padStart(56, '0')}`

  function account(address: Address): Account {
    const one = accounts.get(address) ?? { hashes: [], pool: new Set(), mined: 0, refunds: [] }
    accounts.set(address, one)
    for (let next = one.hashes[one.mined]; next && one.pool.delete(next); next = one.hashes[one.mined]) one.mined++
    return one
  }

  function submit(hash: Hash): void {
    const owner = owners.get(hash)
    if (owner === undefined) throw new AppError('network-unreachable', 'Not for this chain')
    const { hashes, pool, mined } = account(owner)
    if (blocks.has(hash)) throw new AppError('network-unreachable', 'Already known')
    pool.add(hash)
    for (let at = mined; pool.has(hashes[at] as Hash); at++) {
      const next = hashes[at]
      if (next && !blocks.has(next)) blocks.set(next, head())
    }
  }

  const ask = async <T>(answer: () => T): Promise<T> => {
    questions++
    await clock.sleep(1)
    return answer()
  }
  const unused = (): Promise<never> => Promise.reject(new AppError('internal', 'Not part of a recovery'))

  const view: Chain = {
    chainId,
    instance: () => ask(() => `${chainId}:${blockHash(0)}`),
    isUnchanged: () => ask(() => true),
    head: () => ask(() => BigInt(head())),
    tick: () => ask(() => ({ head: BigInt(head()), isLate: false })),
    untilTick: async (blocks) => blocks * 1_000,
    nonces: (from) =>
      ask(() => ({
        mined: account(from).mined,
        minedSomewhere: account(from).mined,
        isContested: false,
        pending: account(from).mined,
      })),
    nodes: () => [],
    trouble: () => null,
    readCoinPrice: () => undefined,
    coinPrice: () => null,
    checkNodes: async () => [],
    finalized: () => ask(() => BigInt(head() - FINALITY_DEPTH)),
    minedNonce: (from) =>
      ask(() => ({ nonce: account(from).mined, at: { number: BigInt(head()), hash: blockHash(head()) } })),
    blockStatus: (block) =>
      ask(() => ({ state: Number(block.number) <= head() - FINALITY_DEPTH ? 'final' : 'open', isBacked: true })),
    nonceUse: () => ask(() => null),
    sent: unused,
    signedBytes: unused,
    isInBlock: unused,
    receipt: (hash) =>
      ask(() => {
        const block = blocks.get(hash)
        if (block === undefined || block > head()) return null
        return {
          hash,
          succeeded: true,
          blockNumber: BigInt(block),
          blockHash: blockHash(block),
          fee: 21_000n,
          l1Fee: 0n,
          isBacked: true,
        }
      }),
    send: (raw) =>
      ask(() => {
        const hash = hashOf.get(raw)
        if (hash) submit(hash)
        return null
      }),
    transfersTo: (tokens, to, from, until) =>
      ask(() =>
        account(to).refunds.filter(
          (one) => tokens.includes(one.token) && one.blockNumber >= from && one.blockNumber <= until,
        ),
      ),
    holdsTransfer: unused,
    isUnmined: unused,
    transfersFrom: unused,
    blockTime: unused,
    highestNonce: unused,
    pendingNonce: unused,
    approvalsBy: unused,
    nativeBalance: unused,
    tokenBalance: unused,
    allowance: unused,
    isContract: unused,
    escrowShares: unused,
    escrowDeposit: unused,
    escrowRefund: unused,
    escrowWithdrawals: unused,
    tokenFacts: unused,
    fees: unused,
    l1Fee: async () => 0n,
    estimateGas: unused,
    simulate: unused,
  }

  return {
    view,
    instance: `${chainId}:${blockHash(0)}`,
    questions: () => questions,
    expect(from, hash, raw) {
      owners.set(hash, from)
      hashOf.set(raw, hash)
      return account(from).hashes.push(hash) - 1
    },
    submit,
    blockHash,
    minedIn: (hash) => {
      const block = blocks.get(hash)
      return block === undefined ? null : BigInt(block)
    },
    refund(token, from, to, units) {
      const hash: Hash = `0x${chainId.toString(16)}${(++refunds).toString(16).padStart(60, '0')}`.padEnd(
        66,
        'f',
      ) as Hash
      account(to).refunds.push({
        hash,
        logIndex: refunds,
        from,
        to,
        units,
        blockNumber: BigInt(head()),
        token,
        isProven: true,
      })
    },
  }
}
