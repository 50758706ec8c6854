import {
  BaseError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
} from 'viem'
import type { Address, PublicClient } from 'viem'
import type { Call } from './chain.ts'

/**
 * Runs `calls` of `account` in one simulated block (`eth_simulateV1`) and answers by how much each of `tokens` and, last, the
 * native coin would change, network fees left out; `failed` where a call reverts, null where the node cannot simulate.
 */
export async function simulateCalls(
  client: PublicClient,
  account: Address,
  calls: readonly Call[],
  tokens: readonly Address[],
): Promise<readonly bigint[] | 'failed' | null> {
  const balances = tokens.map((to) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    value: 0n,
  }))
  const bundle = [...balances, ...calls, ...balances]
  try {
    const [block] = await client.simulateBlocks({
      blocks: [{ calls: bundle.map((call) => ({ account, ...call })) }],
    })
    const results = block?.calls ?? []
    if (results.length !== bundle.length || results.some((result) => result.status !== 'success')) return 'failed'
    const units = (position: number): bigint => hexToBigInt(results[position]?.data ?? '0x0')
    const changes = tokens.map((_, index) => units(tokens.length + calls.length + index) - units(index))
    const sent = calls.reduce((sum, call) => sum + call.value, 0n)
    return [...changes, -sent]
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
}

function isUnsupported(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return (
    error.walk((cause) => cause instanceof MethodNotFoundRpcError || cause instanceof MethodNotSupportedRpcError) !==
    null
  )
}
