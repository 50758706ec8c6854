import { encodeFunctionData, numberToHex, type Address, type Hex } from 'viem'
import { routerAbi, tokenAbi } from '../../chains/abi.ts'
import type { Chain } from '../../chains/chain.ts'

export interface TransactionRequest {
  readonly chainId: number
  readonly type: number
  readonly to: string
  readonly data: string
  readonly value: string
  readonly gas: string
  readonly gasLimit: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
}

const priorityFee = 1_000_000_000n
const usualBaseFee = 1_000_000_000n

/** Returns the call that pays `units` of `token` for a quote: a transfer to the treasury, or the router's `pay`. */
export function paymentCall(chain: Chain, token: Address, units: bigint, quoteId: number): { to: Address; data: Hex } {
  const { router } = chain.contracts
  if (router) {
    const args = [token, units, BigInt(quoteId)] as const
    return { to: router.proxy, data: encodeFunctionData({ abi: routerAbi, functionName: 'pay', args }) }
  }
  return {
    to: token,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [chain.treasury, units] }),
  }
}

/** Builds a ready-to-send payment; the two networks format numbers differently, as services do. */
export async function buildTransactionRequest(
  chain: Chain,
  call: { readonly to: Address; readonly data: Hex },
): Promise<TransactionRequest> {
  // Quotes are available while the chain's node is down; their fees are then a guess.
  const baseFee = await chain.client.getBlock().then(
    (block) => block.baseFeePerGas,
    () => usualBaseFee,
  )
  const maxFee = (baseFee ?? usualBaseFee) * 2n + priorityFee
  const isRouter = chain.network.payment === 'router'
  // Only escrow payments have so much data, and they store it.
  const gas = call.data.length > 500 ? 800_000n : isRouter ? 160_000n : 80_000n
  return {
    chainId: chain.network.chainId,
    type: 2,
    ...call,
    value: isRouter ? '0' : '0x0',
    gas: gas.toString(),
    gasLimit: isRouter ? gas.toString() : numberToHex(gas),
    maxFeePerGas: isRouter ? numberToHex(maxFee) : maxFee.toString(),
    maxPriorityFeePerGas: isRouter ? priorityFee.toString() : numberToHex(priorityFee),
  }
}
