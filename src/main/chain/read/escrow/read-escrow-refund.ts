import { getAddress, type Address, type Client } from 'viem'
import { getBlockNumber, readContract } from 'viem/actions'
import { refundViews } from '../../guard/escrow-abi.ts'
import { isNodesAnswer, isUnavailable } from '../../nodes/rpc/rpc-errors.ts'

/** A record of an escrow, and the payer that may get its refund. */
export interface RefundQuestion {
  readonly vault: Address
  readonly recordId: bigint
  readonly serviceId: bigint
  readonly token: Address
  readonly payer: Address
}

/** An escrow's decision on a payment; `refunded` if its refund was withdrawn. */
export type RecordStatus = 'failed' | 'delivered' | 'pending' | 'refunded'

/** An escrow's state of one payment's refund. */
export interface EscrowRefund {
  readonly payer: Address
  readonly token: Address
  /** Units without the fee. */
  readonly units: bigint
  readonly fee: bigint
  readonly status: RecordStatus
  /** Units that its payer may withdraw for all failed payments to the same service in the same token. */
  readonly authorized: bigint
}

const statuses: readonly RecordStatus[] = ['failed', 'delivered', 'pending', 'refunded']

/** Reads an escrow's state of a refund in one block; null if its contract has no such record, or does not answer. */
export async function readEscrowRefund(
  client: Client,
  { vault: address, recordId, serviceId, token, payer }: RefundQuestion,
): Promise<EscrowRefund | null> {
  const blockNumber = await getBlockNumber(client)
  const contract = { address, abi: refundViews, blockNumber }
  try {
    const [record, authorized] = await Promise.all([
      readContract(client, { ...contract, functionName: 'record', args: [recordId] }),
      readContract(client, { ...contract, functionName: 'getERC20RefundsFor', args: [token, payer, serviceId] }),
    ])
    const status = statuses[record.status]
    // A missing record reads as zeros, which would mean failed.
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
    // A node without the block, or its state, says nothing about the contract.
    if (isNodesAnswer(error) && !isUnavailable(error)) return null
    throw error
  }
}
