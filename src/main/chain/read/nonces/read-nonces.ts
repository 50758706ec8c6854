import type { Address, Client } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { greatest, reachedByMajority } from '../../nodes/agree/agree.ts'
import { assertChainId } from '../../nodes/agree/assert-chain-id.ts'
import type { Nonces } from '../../chain.ts'
import type { Nodes } from '../../nodes/nodes.ts'
import type { Tick } from '../../nodes/head-pulse.ts'
import { isNodesAnswer } from '../../nodes/rpc/rpc-errors.ts'

/** Reads how many transactions accounts have sent. */
export interface NonceReader {
  /** Returns counts that all callers within a tick share. */
  ofTick(account: Address): Promise<Nonces>
  /** Returns the highest count any node knows now, including pending transactions. */
  highest(account: Address): Promise<number>
  /** Returns the same count according to most nodes. Reuses the answers of a `highest` call made just before, once. */
  pending(account: Address): Promise<number>
}

interface Reading {
  readonly tick: Tick
  readonly nonces: Promise<Nonces>
}

interface Waiting {
  readonly at: number
  readonly counts: Promise<readonly [number, ...number[]]>
}

/** One confirmation asks for the highest, and a moment later for the next; an address keeps its chain for that long. */
const SAME_MOMENT_MS = 2_000

/** Creates a reader over the nodes of one network, without reading. */
export function createNonceReader(
  { askAll, count }: Nodes,
  chainId: number,
  tick: () => Promise<Tick>,
  monotonic: () => number,
): NonceReader {
  const known = new Map<Address, Reading>()
  const checkedAt = new Map<Client, number>()
  const waiting = new Map<Address, Waiting>()

  async function read(account: Address): Promise<Nonces> {
    const answers = await askAll((client) => readNonces(client, account))
    const [first, ...others] = answers
    const allMined = [first.mined, ...others.map((one) => one.mined)] as const
    const allPending = [first.pending, ...others.map((one) => one.pending)] as const
    const mined = reachedByMajority(allMined, count)
    const minedSomewhere = greatest(allMined)
    const against = allMined.filter((said) => said <= mined).length
    return {
      mined,
      minedSomewhere,
      isContested: minedSomewhere > mined && against * 2 <= count,
      pending: reachedByMajority(allPending, count),
    }
  }

  async function ofTick(account: Address): Promise<Nonces> {
    const current = await tick()
    const before = known.get(account)
    if (before?.tick === current) return before.nonces
    const reading: Reading = { tick: current, nonces: read(account) }
    known.set(account, reading)
    reading.nonces.catch(() => known.get(account) === reading && known.delete(account))
    return reading.nonces
  }

  async function checkChain(client: Client): Promise<void> {
    if (monotonic() - (checkedAt.get(client) ?? -Infinity) < SAME_MOMENT_MS) return
    await assertChainId(client, chainId)
    checkedAt.set(client, monotonic())
  }

  // The next nonce depends on this. The chain id in the same batch reveals an address that switched chains.
  const readWaiting = (account: Address): Waiting['counts'] =>
    askAll(async (client) => {
      const [, waits] = await Promise.all([checkChain(client), readPending(client, account)])
      return waits
    })

  return {
    ofTick,
    // If `pending` is below the mined count, the mined count at the newest block is used.
    async highest(account) {
      const counts = readWaiting(account)
      waiting.set(account, { at: monotonic(), counts })
      const [found, { minedSomewhere }] = await Promise.all([counts, ofTick(account)])
      return Math.max(minedSomewhere, greatest(found))
    },
    async pending(account) {
      const last = waiting.get(account)
      waiting.delete(account)
      const isFresh = last !== undefined && monotonic() - last.at < SAME_MOMENT_MS
      const [counts, { mined }] = await Promise.all([isFresh ? last.counts : readWaiting(account), ofTick(account)])
      return Math.max(mined, reachedByMajority(counts, count))
    },
  }
}

async function readNonces(client: Client, address: Address): Promise<{ mined: number; pending: number }> {
  const [pending, mined] = await Promise.all([
    readPending(client, address),
    getTransactionCount(client, { address, blockTag: 'latest' }),
  ])
  // Some nodes answer `pending` with less than the mined count.
  return { mined, pending: Math.max(pending, mined) }
}

/** Returns 0 for nodes that do not know the `pending` tag. */
async function readPending(client: Client, address: Address): Promise<number> {
  try {
    return await getTransactionCount(client, { address, blockTag: 'pending' })
  } catch (error) {
    if (isNodesAnswer(error)) return 0
    throw error
  }
}
