import { getAddress, isAddressEqual, pad, type Address, type Hash, type Hex, type Client, type Transaction } from 'viem'
import { getBlock, getBlockNumber, getTransaction, getTransactionCount } from 'viem/actions'
import type { BlockRef, UsedCall } from '../../chain.ts'
import { delegationNonces } from './delegation-nonces.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'
import { readBlock } from '../transactions/read-block-status.ts'

/** A nonce of an account on a chain, and our own hashes that may have used it. */
export interface SoughtNonce {
  readonly chainId: number
  readonly account: Address
  readonly nonce: number
  readonly own: readonly Hash[]
}

/** The transaction that used a nonce, in a block that one node shows; `emitted` if its logs prove that it succeeded. */
export interface NodeNonceUse {
  readonly hash: Hash
  readonly block: BlockRef
  readonly emitted: boolean
  readonly call: UsedCall | null
}

/**
 * Finds the transaction of `account` that used `nonce` in a block of this node: first by our own hashes, then by the block in which the
 * account's transaction count passed the nonce. Returns null if the node cannot show it, which proves nothing.
 */
export async function readNonceUse(client: Client, sought: SoughtNonce): Promise<NodeNonceUse | null> {
  const { account, own } = sought
  const found = (await findOwn(client, own)) ?? (await findInBlocks(client, sought))
  if (found === null) return null
  const isOwn = own.includes(found.hash)
  return { ...found, emitted: isOwn && (await hasLogs(client, account, found)) }
}

/**
 * Finds the same in one block that another node names, by what the account signed there. Returns null if the node has no such block, or it
 * holds no such transaction.
 */
export async function readNonceUseIn(
  client: Client,
  { chainId, account, nonce }: SoughtNonce,
  blockNumber: bigint,
): Promise<NodeNonceUse | null> {
  const block = await getBlock(client, { blockNumber, includeTransactions: true }).catch(nullIfAnswered)
  const user = block?.transactions.find((one) => isBy(one, account, nonce))
  // Without the account's count, nothing shows that a delegation was valid there, or that a rollup's deposit in its name used a nonce.
  if (!block || user?.type === undefined || !isForChain(user, chainId)) return null
  return { ...useBy(user, block), emitted: false }
}

interface Found {
  readonly hash: Hash
  readonly block: BlockRef
  readonly call: UsedCall | null
}

async function findOwn(client: Client, own: readonly Hash[]): Promise<Found | null> {
  const known = await Promise.all(own.map((hash) => getTransaction(client, { hash }).catch(nullIfAnswered)))
  const mined = known.find((one) => one !== null && own.includes(one.hash) && typeof one.blockNumber === 'bigint')
  if (!mined?.blockNumber) return null
  const block = await readBlock(client, mined.blockNumber)
  const isThere = block !== null && block.hash === mined.blockHash && block.transactions.includes(mined.hash)
  return isThere ? { hash: mined.hash, block: { number: block.number, hash: block.hash }, call: null } : null
}

/** Searches near the head first: most nodes drop account states after a few minutes. */
async function findInBlocks(client: Client, sought: SoughtNonce): Promise<Found | null> {
  const { account, nonce } = sought
  const isUsedAt = (blockNumber: bigint): Promise<boolean | null> =>
    getTransactionCount(client, { address: account, blockNumber }).then((count) => count > nonce, nullIfAnswered)
  let used = await getBlockNumber(client)
  if ((await isUsedAt(used)) !== true) return null
  let unused = -1n
  for (let step = 1n; unused < 0n && used > 0n; step *= 2n) {
    const earlier = used > step ? used - step : 0n
    if (await isUsedAt(earlier)) used = earlier
    else unused = earlier
    if (earlier === 0n) break
  }
  while (used - unused > 1n) {
    const middle = (used + unused) / 2n
    if (await isUsedAt(middle)) used = middle
    else unused = middle
  }
  return findInBlock(client, sought, used)
}

/** The call of a mere delegation. */
const nothing: UsedCall = { to: null, data: '0x', value: 0n }

async function findInBlock(
  client: Client,
  { chainId, account, nonce }: SoughtNonce,
  blockNumber: bigint,
): Promise<Found | null> {
  const block = await getBlock(client, { blockNumber, includeTransactions: true }).catch(nullIfAnswered)
  if (!block) return null
  const user = block.transactions.find((one) => isBy(one, account, nonce))
  if (user) return isForChain(user, chainId) ? useBy(user, block) : null
  for (const one of block.transactions) {
    if ((await delegationNonces(one, account)).includes(nonce))
      return { hash: one.hash, block: refOf(block), call: nothing }
  }
  return null
}

function isBy(one: Transaction, account: Address, nonce: number): boolean {
  return one.nonce === nonce && isAddressEqual(one.from, account)
}

/** Returns whether a transaction was signed for a chain: on another one, this address leads elsewhere now. */
function isForChain(one: Transaction, chainId: number): boolean {
  return one.chainId === undefined || one.chainId === chainId
}

function useBy({ hash, to, input, value }: Transaction, block: BlockRef): Found {
  return { hash, block: refOf(block), call: { to: to && getAddress(to), data: input.toLowerCase() as Hex, value } }
}

function refOf({ number, hash }: BlockRef): BlockRef {
  return { number, hash }
}

/** A reverted transaction leaves no logs: one log with the account as sender or recipient proves success. */
async function hasLogs(client: Client, account: Address, { hash, block }: Found): Promise<boolean> {
  const named = pad(account)
  for (const topics of [
    [null, named],
    [null, null, named],
  ]) {
    const filter = { blockHash: block.hash, topics }
    const logs = await client.request({ method: 'eth_getLogs', params: [filter] }).catch(nullIfAnswered)
    if ((logs ?? []).some(({ transactionHash }) => transactionHash === hash)) return true
  }
  return false
}
