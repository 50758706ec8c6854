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
import { addL1Fee } from '../read/add-l1-fee.ts'
import { chooseGas } from './choose-gas.ts'
import { approveCall, isAffordable, type PlannedStep } from './plan-payment.ts'

/** The step that `approves` nothing any more. AppError `simulation-failed` where the token refuses. */
export async function planRevocation(
  chain: Chain,
  owner: Address,
  approves: Approval & { readonly units: 0n },
  own: Fees,
): Promise<PlannedStep> {
  const call = approveCall(approves)
  const estimate = await chain.estimateGas(owner, call)
  if (estimate === null) {
    const details = { reason: 'revoking' }
    throw new AppError('simulation-failed', 'The coin does not let this permission be taken back', { details })
  }
  const gas = chooseGas({ data: call.data, estimate, fallback: estimate })
  return addL1Fee(chain, { kind: 'revoke', ...call, approves, ...own, gas })
}

/** The spender an `approve` names and what it permits, or null for any other call or other bytes of the same call. */
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

/** Whose allowance may be revoked, for which known tokens, and the network's own fees. */
export interface RevocationBounds {
  readonly tokens: readonly Address[]
  readonly own: Fees
}

/**
 * Whether a step does nothing but revoke one allowance: `approve(spender, 0)` on a known token, without a coin on the way and
 * within the fee ceilings; pure. Only what passes is signed.
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
