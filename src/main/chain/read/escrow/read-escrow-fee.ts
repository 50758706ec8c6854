import { parseAbi, type Address, type Client } from 'viem'
import { readContract } from 'viem/actions'
import { isNodesAnswer } from '../../nodes/rpc/rpc-errors.ts'

/** Where to read the two shares of an escrow's fee. */
export interface EscrowFeeQuestion {
  readonly registry: Address
  readonly tokenRegistry: Address
  readonly serviceId: bigint
  readonly token: Address
}

/** The shares that an escrow adds to a payment, in basis points. */
export interface EscrowShares {
  readonly service: number
  readonly token: number
}

/** The amount a payment into an escrow must have, and where to read its fee. */
export interface EscrowDue {
  readonly question: EscrowFeeQuestion
  /** Units without the fee. */
  readonly units: bigint
  /** Units including the fee. */
  readonly total: bigint
}

export const escrowFeeAbi = parseAbi([
  'struct Service { uint256 serviceId; address beneficiary; address fulfiller; }',
  'function getService(uint256 serviceID) view returns (Service service, uint16 feeBps)',
  'function _swapFeeBasisPoints(address token) view returns (uint16)',
])

/** Reads the shares that an escrow adds; null if its contracts do not return them, or return another service's. */
export async function readEscrowShares(
  client: Client,
  { registry, tokenRegistry, serviceId, token }: EscrowFeeQuestion,
): Promise<EscrowShares | null> {
  try {
    const [[service, feeBps], swapBps] = await Promise.all([
      readContract(client, { address: registry, abi: escrowFeeAbi, functionName: 'getService', args: [serviceId] }),
      readContract(client, {
        address: tokenRegistry,
        abi: escrowFeeAbi,
        functionName: '_swapFeeBasisPoints',
        args: [token],
      }),
    ])
    return service.serviceId === serviceId ? { service: feeBps, token: swapBps } : null
  } catch (error) {
    if (isNodesAnswer(error)) return null
    throw error
  }
}
