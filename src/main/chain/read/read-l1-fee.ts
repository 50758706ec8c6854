import { AbiDecodingZeroDataError, BaseError, parseAbi, type Address, type Hex, type Client } from 'viem'
import { readContract } from 'viem/actions'
import { isReverted, rpcErrorIn } from '../nodes/rpc/find-rpc-error.ts'
import type { FeeKind } from '../registry/known-chain.ts'

const oracleAbi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
])

/** Contracts that a rollup itself provides: OP Stack's GasPriceOracle, and Scroll's L1GasPriceOracle. */
export const feeOracles: Partial<Readonly<Record<FeeKind, Address>>> = {
  'op-stack': '0x420000000000000000000000000000000000000F',
  scroll: '0x5300000000000000000000000000000000000002',
}

/**
 * Reads a rollup's fee for a transaction in addition to gas, in wei: the L1 data fee and, on the OP Stack, the operator fee for the whole
 * gas limit. Adds a tenth, since the fee follows the price of the L1. 0 for chains that charge only gas.
 */
export async function readL1Fee(client: Client, kind: FeeKind, raw: Hex, gasLimit: bigint): Promise<bigint> {
  const address = feeOracles[kind]
  if (address === undefined) return 0n
  const [dataFee, operatorFee] = await Promise.all([
    readContract(client, { address, abi: oracleAbi, functionName: 'getL1Fee', args: [raw] }),
    kind === 'op-stack' ? readOperatorFee(client, address, gasLimit) : 0n,
  ])
  return ((dataFee + operatorFee) * 11n + 9n) / 10n
}

/** Some chains of the OP Stack do not have the function. */
async function readOperatorFee(client: Client, address: Address, gasLimit: bigint): Promise<bigint> {
  try {
    return await readContract(client, { address, abi: oracleAbi, functionName: 'getOperatorFee', args: [gasLimit] })
  } catch (error) {
    if (hasNoSuchFunction(error)) return 0n
    throw error
  }
}

/** A contract without the function reverts or answers nothing. A node without the state to run it says nothing about the fee. */
function hasNoSuchFunction(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const answer = rpcErrorIn(error)
  if (answer !== null) return isReverted(answer)
  return error.walk((cause) => cause instanceof AbiDecodingZeroDataError) !== null
}
