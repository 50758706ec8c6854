import { isAddressEqual, parseTransaction, type Address, type Hex } from 'viem'
import type { Fees } from './chain.ts'
import { decodeApproval, isRevocation } from './plan-revocation.ts'

/** Which allowance is taken back, on which chain, and what the network itself asks as fee. */
export interface SignedRevocationBounds {
  readonly chainId: number
  readonly token: Address
  readonly spender: Address
  readonly own: Fees
}

/**
 * Whether signed bytes take exactly this allowance back, with the guard that its plan goes through; pure. They are what is sent, and
 * not the plan they were made from. Bytes that cannot be read do not.
 */
export function isSignedRevocation(raw: Hex, { chainId, token, spender, own }: SignedRevocationBounds): boolean {
  try {
    const signed = parseTransaction(raw)
    const { type, to, data = '0x', value = 0n, gas = 0n, accessList = [] } = signed
    if (type !== 'eip1559' || signed.chainId !== chainId || !to || accessList.length > 0) return false
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = signed
    const step = { kind: 'revoke', to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } as const
    const approval = decodeApproval(data)
    return isRevocation(step, { tokens: [token], own }) && !!approval && isAddressEqual(approval.spender, spender)
  } catch {
    return false
  }
}
