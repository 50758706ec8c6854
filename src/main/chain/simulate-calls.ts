import { BaseError, RpcRequestError, encodeFunctionData, erc20Abi, hexToBigInt } from 'viem'
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
  const bundle: readonly (Call & { readonly gas?: bigint })[] = [...balances, ...calls, ...balances]
  try {
    const [block] = await client.simulateBlocks({
      // Without fees: a node would else weigh them against a balance, which is judged elsewhere.
      blocks: [
        { calls: bundle.map(({ to, data, value, gas }) => ({ account, to, data, value, ...(gas && { gas }) })) },
      ],
    })
    const results = block?.calls ?? []
    if (results.length !== bundle.length || results.some((result) => result.status !== 'success')) return 'failed'
    const units = (position: number): bigint => hexToBigInt(results[position]?.data ?? '0x0')
    const changes = tokens.map((_, index) => units(tokens.length + calls.length + index) - units(index))
    const sent = calls.reduce((sum, call) => sum + call.value, 0n)
    return [...changes, -sent]
  } catch (error) {
    const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
    if (!(answer instanceof RpcRequestError) || answer.code === LIMIT_EXCEEDED) throw error
    return isUnsupported(answer) ? null : 'failed'
  }
}

const LIMIT_EXCEEDED = -32_005
const METHOD_NOT_FOUND = -32_601
const METHOD_NOT_SUPPORTED = -32_004

/** Whether a node's error is about the method (EIP-1474), and not about the calls; nodes are not of one mind on the code. */
function isUnsupported({ code, details }: RpcRequestError): boolean {
  if (code === METHOD_NOT_FOUND || code === METHOD_NOT_SUPPORTED) return true
  return /\bmethod\b|eth_simulate|unsupported|not (?:supported|available|implemented)/i.test(details)
}
