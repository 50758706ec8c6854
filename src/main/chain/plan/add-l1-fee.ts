import { keccak256, serializeTransaction } from 'viem'
import type { Call, Chain, Fees } from '../chain.ts'

/** Like the signature, the nonce is a placeholder with realistic bytes, because the fee depends on the compressed size. */
const NONCE = 0xa7_3c_5f

/**
 * Completes a planned step with what a rollup charges in addition to gas: the L1 data fee and, on the OP Stack, the operator fee. Throws
 * AppError `network-unreachable` if no node gives it.
 */
export async function addL1Fee<T extends Call & Fees & { readonly gas: bigint }>(
  chain: Chain,
  step: T,
): Promise<T & { readonly l1Fee: bigint }> {
  const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } = step
  const transaction = { chainId: chain.chainId, nonce: NONCE, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }
  const signature = { r: keccak256('0x72'), s: keccak256('0x73'), yParity: 1 }
  const raw = serializeTransaction({ type: 'eip1559', ...transaction }, signature)
  return { ...step, l1Fee: await chain.l1Fee(raw, gas) }
}
