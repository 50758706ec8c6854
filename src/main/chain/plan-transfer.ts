import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import type { Call, Chain, Fees, Transfer } from './chain.ts'
import { addL1Fee } from './add-l1-fee.ts'
import { chooseGas } from './choose-gas.ts'
import { feeAtMost, type PlannedStep } from './plan-payment.ts'

/** Whether the recipient has any of a token makes so much of a difference (EIP-2200), and may change until it is mined. */
const FIRST_COINS_GAS = 20_000n
/** For a transfer that would fail now: another check reports what is missing. */
const UNKNOWN_GAS = 100_000n

/** The one step that carries out a transfer: an ERC-20 `transfer`, or the network's own coin without data. */
export async function planTransfer(chain: Chain, from: Address, transfer: Transfer, own: Fees): Promise<PlannedStep> {
  const call = transferCall(transfer)
  return addL1Fee(chain, {
    kind: 'send' as const,
    ...call,
    ...own,
    gas: await gasFor(chain, from, call),
    sends: transfer,
  })
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

/** Returns the highest fee for sending the network's own coin to `recipient`, whatever the amount. */
export async function nativeFeeAtMost(chain: Chain, from: Address, recipient: Address, own: Fees): Promise<bigint> {
  const transfer = { token: null, recipient, units: 1n }
  return feeAtMost([await planTransfer(chain, from, transfer, own)])
}

async function gasFor(chain: Chain, from: Address, call: Call): Promise<bigint> {
  const estimate = await chain.estimateGas(from, call)
  const gas = chooseGas({ data: call.data, estimate, fallback: UNKNOWN_GAS })
  return call.data === '0x' || estimate === null ? gas : gas + FIRST_COINS_GAS
}
