import { keccak256, serializeTransaction, type Hash, type Hex, type Client, type Transaction } from 'viem'
import { getBlock, getTransaction } from 'viem/actions'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'

/**
 * Returns the signed bytes of a transaction, rebuilt from what a node shows by its hash, or in its block if the node lost its index; null if
 * neither has it, or its bytes have another hash.
 */
export async function readSignedBytes(client: Client, hash: Hash, blockNumber: bigint): Promise<Hex | null> {
  const known = await getTransaction(client, { hash }).catch(nullIfAnswered)
  const transaction = known ?? (await findInBlock(client, hash, blockNumber))
  return transaction && rebuildBytes(transaction, hash)
}

async function findInBlock(client: Client, hash: Hash, blockNumber: bigint): Promise<Transaction | null> {
  const block = await getBlock(client, { blockNumber, includeTransactions: true }).catch(nullIfAnswered)
  return block?.transactions.find((one) => one.hash === hash) ?? null
}

/** Returns a transaction's signed bytes if they have this hash; null for a form of transaction that Till cannot rebuild. Pure. */
function rebuildBytes(transaction: Transaction, hash: Hash): Hex | null {
  try {
    const raw = serialize(transaction)
    return raw !== null && keccak256(raw) === hash ? raw : null
  } catch {
    return null
  }
}

function serialize(one: Transaction): Hex | null {
  const { chainId, nonce, to, value, gas, input: data, r, s, v } = one
  const call = { nonce, to, value, gas, data }
  switch (one.type) {
    case 'legacy':
      return serializeTransaction(
        { type: 'legacy', ...call, gasPrice: one.gasPrice, ...(chainId !== undefined && { chainId }) },
        { r, s, v },
      )
    case 'eip2930': {
      const { gasPrice, accessList } = one
      return serializeTransaction(
        { type: 'eip2930', ...call, chainId: one.chainId, gasPrice, accessList },
        { r, s, yParity: one.yParity },
      )
    }
    case 'eip1559': {
      const { maxFeePerGas, maxPriorityFeePerGas, accessList } = one
      return serializeTransaction(
        { type: 'eip1559', ...call, chainId: one.chainId, maxFeePerGas, maxPriorityFeePerGas, accessList },
        { r, s, yParity: one.yParity },
      )
    }
    case 'eip7702': {
      const { maxFeePerGas, maxPriorityFeePerGas, accessList, authorizationList } = one
      return serializeTransaction(
        {
          type: 'eip7702',
          ...call,
          chainId: one.chainId,
          maxFeePerGas,
          maxPriorityFeePerGas,
          accessList,
          authorizationList,
        },
        { r, s, yParity: one.yParity },
      )
    }
    default:
      return null
  }
}
