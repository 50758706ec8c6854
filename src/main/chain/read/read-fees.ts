import { BaseError, numberToHex, type Address, type Hex, type Client } from 'viem'
import { estimateMaxPriorityFeePerGas, getBlock } from 'viem/actions'
import { estimateGas } from 'viem/linea'
import type { FeeKind } from '../registry/known-chain.ts'
import { nullIfAnswered } from '../nodes/rpc/rpc-errors.ts'

/** One node's fees per gas unit, in wei. */
export interface NodeFees {
  readonly base: bigint
  readonly tip: bigint
}

/**
 * Reads a node's base fee and suggested tip. On Linea the tip is the price, and depends on the transaction: the higher one of the
 * suggestion and of its own estimate counts. Throws viem's BaseError for a chain without a base fee and for a failed node.
 */
export async function readFees(client: Client, kind: FeeKind): Promise<NodeFees> {
  const [block, tip, lineaTip] = await Promise.all([
    getBlock(client),
    estimateMaxPriorityFeePerGas(client),
    kind === 'linea' ? readLineaTip(client) : 0n,
  ])
  if (block.baseFeePerGas === null) throw new BaseError('The network has no base fee')
  return { base: block.baseFeePerGas, tip: lineaTip > tip ? lineaTip : tip }
}

/** An address without code. */
const NOBODY: Address = '0x000000000000000000000000000000000000dEaD'
/** As long as a token transfer. No two bytes are alike, so it does not compress. */
const BYTES = Array.from({ length: 68 }, (_, index) => numberToHex(1 + index * 3, { size: 1 }).slice(2))
const SAMPLE: Hex = `0x${BYTES.join('')}`

/**
 * Reads Linea's own price (docs.linea.build, linea_estimateGas) for as many bytes as a token transfer has. Linea charges for bytes by the
 * gas unit: a plain call with these bytes has more bytes per unit than anything Till signs. Returns 0 if a node lacks the method.
 */
async function readLineaTip(client: Client): Promise<bigint> {
  const estimate = await estimateGas(client, { account: NOBODY, to: NOBODY, data: SAMPLE }).catch(nullIfAnswered)
  return estimate?.priorityFeePerGas ?? 0n
}
