import { getAddress, type Address, type PublicClient } from 'viem'
import { refundViews } from '../guard/escrow-abi.ts'
import { isNodesAnswer, isUnavailable } from '../nodes/rpc-errors.ts'

/** A record of an escrow, and for whom it may hold a refund. */
export interface RefundQuestion {
  readonly vault: Address
  readonly recordId: bigint
  readonly serviceId: bigint
  readonly token: Address
  readonly payer: Address
}

/** How an escrow decided a payment; `refunded`: its refund was withdrawn. */
export type RecordStatus = 'failed' | 'delivered' | 'pending' | 'refunded'

/** What an escrow says of one payment's refund. */
export interface EscrowRefund {
  readonly payer: Address
  readonly token: Address
  /** Units without the fee. */
  readonly units: bigint
  readonly fee: bigint
  readonly status: RecordStatus
  /** Units that its payer may withdraw of all failed payments for the same service in the same token. */
  readonly authorized: bigint
}

const statuses: readonly RecordStatus[] = ['failed', 'delivered', 'pending', 'refunded']

/** Reads what an escrow says of a refund, all of it in one block; null where its contract has no such record, or does not say. */
export async function readEscrowRefund(
  client: PublicClient,
  { vault: address, recordId, serviceId, token, payer }: RefundQuestion,
): Promise<EscrowRefund | null> {
  const blockNumber = await client.getBlockNumber()
  const asked = { address, abi: refundViews, blockNumber }
  try {
    const [record, authorized] = await Promise.all([
      client.readContract({ ...asked, functionName: 'record', args: [recordId] }),
      client.readContract({ ...asked, functionName: 'getERC20RefundsFor', args: [token, payer, serviceId] }),
    ])
    const status = statuses[record.status]
    // A record that does not exist reads as zeros, and as failed.
    if (record.id !== recordId || recordId === 0n || status === undefined) return null
    return {
      payer: getAddress(record.payer),
      token: getAddress(record.token),
      units: record.tokenAmount,
      fee: record.feeAmount,
      status,
      authorized,
    }
  } catch (error) {
    // A machine that lacks the block, or its state, says nothing of the contract.
    if (isNodesAnswer(error) && !isUnavailable(error)) return null
    throw error
  }
}
