import { getAddress, isAddressEqual, type Client } from 'viem'
import { readContract } from 'viem/actions'
import { refundViews } from '../../guard/escrow-abi.ts'
import { isNodesAnswer, isUnavailable } from '../../nodes/rpc/rpc-errors.ts'
import { readBlock } from '../transactions/read-block-status.ts'
import type { DepositQuestion, EscrowDeposit } from './read-escrow-deposit.ts'

/**
 * Finds a payment's record in the escrow's own books, for a node that pruned the payment's receipt and logs: the only one of its payer with
 * its coin and amount that was made in its block's second. Returns null if there is none or more than one, or the contract is unknown.
 */
export async function readEscrowRecord(client: Client, question: DepositQuestion): Promise<EscrowDeposit | null> {
  const { vault, serviceId, blockNumber } = question
  const block = blockNumber && (await readBlock(client, blockNumber))
  if (!block || vault === null) return null
  try {
    const [recordId, ...others] = await findRecords(client, { ...question, vault }, block.timestamp)
    if (recordId === undefined || others.length > 0) return null
    return { vault: getAddress(vault), recordId, serviceId }
  } catch (error) {
    // A node without the state says nothing about the contract.
    if (isNodesAnswer(error) && !isUnavailable(error)) return null
    throw error
  }
}

/** Returns the ids of the payer's records of one second that equal a payment; records lie in the order of their entry. */
async function findRecords(
  client: Client,
  { vault: address, payer, token, total }: DepositQuestion & { readonly vault: EscrowDeposit['vault'] },
  second: bigint,
): Promise<bigint[]> {
  const contract = { address, abi: refundViews }
  const ids = await readContract(client, { ...contract, functionName: 'recordsOf', args: [payer] })
  const recordAt = (index: number) =>
    readContract(client, { ...contract, functionName: 'record', args: [ids[index] ?? 0n] })
  let [first, end] = [0, ids.length]
  while (first < end) {
    const middle = Math.floor((first + end) / 2)
    if ((await recordAt(middle)).entryTime < second) first = middle + 1
    else end = middle
  }
  const found: bigint[] = []
  for (let index = first; index < ids.length; index++) {
    const record = await recordAt(index)
    if (record.entryTime !== second) break
    const isSame = isAddressEqual(record.payer, payer) && isAddressEqual(record.token, token)
    if (isSame && record.tokenAmount + record.feeAmount === total) found.push(record.id)
  }
  return found
}
