import { encodeFunctionData, erc20Abi, keccak256, numberToHex, size, slice, type Address } from 'viem'
import type { Call, Chain, Fees, Transfer } from '../chain.ts'
import { addL1Fee } from './add-l1-fee.ts'
import { chooseGas } from './choose-gas.ts'
import type { PlannedStep } from './plan-payment.ts'

/** A recipient's first units of a token cost this much more (EIP-2200), and its balance may change until the transfer is mined. */
const FIRST_COINS_GAS = 20_000n
/** For a transfer that would fail now: another check reports the reason. */
const UNKNOWN_GAS = 100_000n
/** Its first half contains no zero bytes. */
const INCOMPRESSIBLE = keccak256('0x76')

/** The cost of sending: gas units, and wei in addition to gas. */
export type TransferPrice = Pick<PlannedStep, 'gas' | 'l1Fee'>

/** Plans the one step of a transfer: an ERC-20 `transfer`, or the native coin without data. Reads its price, unless `priced` has it. */
export async function planTransfer(
  chain: Chain,
  from: Address,
  transfer: Transfer,
  own: Fees,
  priced: TransferPrice | null = null,
): Promise<PlannedStep> {
  const call = transferCall(transfer)
  const step = { kind: 'send' as const, ...call, ...own, sends: transfer }
  if (priced !== null) return { ...step, ...priced }
  return addL1Fee(chain, { ...step, gas: await gasFor(chain, from, call) })
}

/** Returns the call of a transfer. */
export function transferCall({ token, recipient, units }: Transfer): Call {
  if (token === null) return { to: recipient, data: '0x', value: units }
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, units] }),
    value: 0n,
  }
}

/**
 * Prices a transfer of any native amount up to `most`. L1 fees depend on the bytes: `most` minus the fee may have more bytes than
 * 1 wei, and compress worse than `most` itself.
 */
export async function priceNative(
  chain: Chain,
  from: Address,
  recipient: Address,
  most: bigint,
  own: Fees,
): Promise<TransferPrice> {
  const call = transferCall({ token: null, recipient, units: 1n })
  const value = BigInt(slice(INCOMPRESSIBLE, 0, size(numberToHex(most > 0n ? most : 1n))))
  const { gas, l1Fee } = await addL1Fee(chain, { ...call, ...own, value, gas: await gasFor(chain, from, call) })
  return { gas, l1Fee }
}

async function gasFor(chain: Chain, from: Address, call: Call): Promise<bigint> {
  const estimate = await chain.estimateGas(from, call)
  const gas = chooseGas({ data: call.data, estimate, fallback: UNKNOWN_GAS })
  return call.data === '0x' || estimate === null ? gas : gas + FIRST_COINS_GAS
}
