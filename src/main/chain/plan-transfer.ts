import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import type { Call, Chain, Fees, Transfer } from './chain.ts'
import { chooseGas } from './choose-gas.ts'
import type { PlannedStep } from './plan-payment.ts'

/** Whether the recipient has any of a token makes so much of a difference (EIP-2200), and may change until it is mined. */
const FIRST_COINS_GAS = 20_000n
/** For a transfer that would fail now: what is missing is said elsewhere. */
const UNKNOWN_GAS = 100_000n

/** The one step that carries out a transfer: an ERC-20 `transfer`, or the network's own coin without data. */
export async function planTransfer(chain: Chain, from: Address, transfer: Transfer, own: Fees): Promise<PlannedStep> {
  const call = transferCall(transfer)
  return { kind: 'send', ...call, ...own, gas: await gasFor(chain, from, call), sends: transfer }
}

/** The call that a transfer is. */
export function transferCall({ token, recipient, units }: Transfer): Call {
  if (token === null) return { to: recipient, data: '0x', value: units }
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, units] }),
    value: 0n,
  }
}

/** Most units of the network's own coin that sending it to `recipient` takes as fee, however much it is. */
export async function nativeFeeAtMost(chain: Chain, from: Address, recipient: Address, own: Fees): Promise<bigint> {
  return (await gasFor(chain, from, { to: recipient, data: '0x', value: 1n })) * own.maxFeePerGas
}

async function gasFor(chain: Chain, from: Address, call: Call): Promise<bigint> {
  const estimate = await chain.estimateGas(from, call)
  const gas = chooseGas({ data: call.data, estimate, fallback: UNKNOWN_GAS })
  return call.data === '0x' || estimate === null ? gas : gas + FIRST_COINS_GAS
}
