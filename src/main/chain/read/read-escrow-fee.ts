import { parseAbi, type Address, type PublicClient } from 'viem'
import { isNodesAnswer } from '../nodes/rpc-errors.ts'

/** Where the two shares of an escrow's fee are read. */
export interface EscrowFeeQuestion {
  readonly registry: Address
  readonly tokenRegistry: Address
  readonly serviceId: bigint
  readonly token: Address
}

/** The shares that an escrow adds to a payment, in hundredths of a percent. */
export interface EscrowShares {
  readonly service: number
  readonly token: number
}

/** What a payment into an escrow must take, and where the fee in it is read. */
export interface EscrowDue {
  readonly question: EscrowFeeQuestion
  /** Units without the fee. */
  readonly units: bigint
  /** Units with the fee. */
  readonly total: bigint
}

export const escrowFeeAbi = parseAbi([
  'struct Service { uint256 serviceId; address beneficiary; address fulfiller; }',
  'function getService(uint256 serviceID) view returns (Service service, uint16 feeBps)',
  'function _swapFeeBasisPoints(address token) view returns (uint16)',
])

/** Reads the shares that an escrow adds; null where its contracts do not say them, or answer of another service. */
export async function readEscrowShares(
  client: PublicClient,
  { registry, tokenRegistry, serviceId, token }: EscrowFeeQuestion,
): Promise<EscrowShares | null> {
  try {
    const [[service, feeBps], swapBps] = await Promise.all([
      client.readContract({ address: registry, abi: escrowFeeAbi, functionName: 'getService', args: [serviceId] }),
      client.readContract({
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
