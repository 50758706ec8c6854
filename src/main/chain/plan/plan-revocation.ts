import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  isAddressEqual,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { Approval, Chain, Fees } from '../chain.ts'
import { addL1Fee } from './add-l1-fee.ts'
import { chooseGas } from './choose-gas.ts'
import { approveCall, isAffordable, type PlannedStep } from './plan-payment.ts'

/** Plans the step that reduces the allowance `approves` to zero. Throws AppError `simulation-failed` if the token refuses. */
export async function planRevocation(
  chain: Chain,
  owner: Address,
  approves: Approval & { readonly units: 0n },
  own: Fees,
): Promise<PlannedStep> {
  const call = approveCall(approves)
  const estimate = await chain.estimateGas(owner, call)
  if (estimate === null) {
    const details = { reason: 'revoking' } as const
    throw new AppError('simulation-failed', 'The coin does not let this permission be revoked', { details })
  }
  const gas = chooseGas({ data: call.data, estimate, fallback: estimate })
  return addL1Fee(chain, { kind: 'revoke', ...call, approves, ...own, gas })
}

/** Returns the spender and units of an `approve`, or null for any other call or for other bytes of the same call. */
export function decodeApproval(data: Hex): { readonly spender: Address; readonly units: bigint } | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'approve') return null
    if (encodeFunctionData({ abi: erc20Abi, functionName, args }) !== data.toLowerCase()) return null
    return { spender: args[0], units: args[1] }
  } catch {
    return null
  }
}

/** The account, known tokens and network fees that a revocation may have. */
export interface RevocationBounds {
  readonly tokens: readonly Address[]
  readonly own: Fees
}

/**
 * Returns whether a step only revokes one allowance: `approve(spender, 0)` on a known token, without sending a coin and within the fee
 * ceilings; pure. Only an accepted step is signed.
 */
export function isRevocation(step: Omit<PlannedStep, 'l1Fee'>, { tokens, own }: RevocationBounds): boolean {
  const approval = decodeApproval(step.data)
  return (
    step.kind === 'revoke' &&
    tokens.some((token) => isAddressEqual(token, step.to)) &&
    step.value === 0n &&
    approval?.units === 0n &&
    !isAddressEqual(approval.spender, zeroAddress) &&
    isAffordable(step, own)
  )
}
