import { keccak256, slice, type Address } from 'viem'
import type { Chain } from '../chain.ts'
import { addL1Fee } from './add-l1-fee.ts'
import { approveCall } from './plan-payment.ts'

const PURCHASES = 10n
/** An approval and a payment through a router, which is the dearest way to pay. */
const TRANSACTIONS = 2n
const GAS_OF_BOTH = 200_000n

const placeholder = (seed: `0x${string}`): Address => slice(keccak256(seed), 12)

/** Returns about what the network fees of ten purchases cost, rounded up to one digit. Throws AppError `network-unreachable`. */
export async function suggestFees(chain: Chain): Promise<bigint> {
  const call = approveCall({ token: placeholder('0x01'), spender: placeholder('0x02'), units: 10n ** 7n })
  const { l1Fee, gas, maxFeePerGas } = await addL1Fee(chain, { ...call, ...(await chain.fees()), gas: GAS_OF_BOTH })
  return roundedUp(PURCHASES * (gas * maxFeePerGas + TRANSACTIONS * l1Fee))
}

function roundedUp(units: bigint): bigint {
  const digit = 10n ** BigInt(units.toString().length - 1)
  return ((units + digit - 1n) / digit) * digit
}
