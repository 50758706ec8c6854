import { erc20Abi, isAddressEqual, parseEventLogs, type Address, type Hash, type Client } from 'viem'
import { getTransaction, getTransactionReceipt } from 'viem/actions'
import type { SentTransaction } from '../../chain.ts'
import { delegationNonces } from '../nonces/delegation-nonces.ts'
import { toTransfer } from '../logs/read-logs.ts'
import { readBlock } from './read-block-status.ts'
import { nullIfAnswered } from '../../nodes/rpc/rpc-errors.ts'

/**
 * Reads a transaction that used a nonce of `account`, sent by it or delegating it, in the canonical block at its height; null if the node
 * cannot show it.
 */
export async function readSent(client: Client, account: Address, hash: Hash): Promise<SentTransaction | null> {
  const [transaction, receipt] = await Promise.all([
    getTransaction(client, { hash }).catch(nullIfAnswered),
    getTransactionReceipt(client, { hash }).catch(nullIfAnswered),
  ])
  if (transaction?.hash !== hash || typeof transaction.blockNumber !== 'bigint') return null
  const isSender = isAddressEqual(transaction.from, account)
  const nonce = isSender ? transaction.nonce : (await delegationNonces(transaction, account)).at(-1)
  if (nonce === undefined) return null
  const block = await readBlock(client, transaction.blockNumber)
  if (block?.hash !== transaction.blockHash || !block.transactions.includes(hash)) return null
  const sent = { hash, nonce, block: { number: block.number, hash: block.hash } }
  if (receipt?.transactionHash !== hash || receipt.blockHash !== block.hash) return { ...sent, effect: null }
  const { to, value } = transaction
  const isPaid = isSender && receipt.status === 'success' && to !== null && value > 0n
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs, strict: true })
  return {
    ...sent,
    effect: {
      transfers: transfers.map(toTransfer).filter(({ from }) => isAddressEqual(from, account)),
      native: isPaid ? { to, units: value } : null,
    },
  }
}
