import { BaseError, RpcRequestError, encodeFunctionData, erc20Abi, hexToBigInt } from 'viem'
import type { Address, PublicClient } from 'viem'
import type { Call } from './chain.ts'
import { isNodesAnswer } from './nodes.ts'

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
    if (!isNodesAnswer(error)) throw error
    return isAboutTheCalls(error) ? 'failed' : null
  }
}

/** Whether the node refused the calls themselves (EIP-1474 code 3, `eth_simulateV1`'s -38xxx), not the method or the question. */
function isAboutTheCalls(error: unknown): boolean {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  return answer instanceof RpcRequestError && (answer.code === 3 || (answer.code <= -38_000 && answer.code > -39_000))
}
