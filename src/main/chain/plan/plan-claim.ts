import {
  decodeFunctionData,
  encodeFunctionData,
  isAddressEqual,
  parseAbi,
  toFunctionSelector,
  type Address,
  type Hex,
} from 'viem'
import { AppError } from '../../../shared/errors.ts'
import { addL1Fee } from './add-l1-fee.ts'
import type { Call, Chain, Claim, Fees } from '../chain.ts'
import { chooseGas } from './choose-gas.ts'
import { isAffordable, type PlannedStep } from './plan-payment.ts'

const byRecord = parseAbi(['function withdrawERC20Refund(uint256 serviceID, uint256 recordId)'])
const asSum = parseAbi(['function withdrawERC20Refund(uint256 serviceID, address token, address refundee)'])

/** Returns the call that withdraws a refund. */
export function claimCall(claim: Claim): Call {
  const { router: to, serviceId } = claim
  const data =
    'recordId' in claim
      ? encodeFunctionData({ abi: byRecord, args: [serviceId, claim.recordId] })
      : encodeFunctionData({ abi: asSum, args: [serviceId, claim.token, claim.refundee] })
  return { to, data, value: 0n }
}

/** Plans the withdrawal of a refund. Throws AppError `simulation-failed` if the router refuses it. */
export async function planClaim(chain: Chain, payer: Address, claim: Claim, own: Fees): Promise<PlannedStep> {
  const call = claimCall(claim)
  const estimate = await chain.estimateGas(payer, call)
  if (estimate === null) {
    const details = { reason: 'claiming' } as const
    throw new AppError('simulation-failed', 'The escrow does not let this refund be withdrawn', { details })
  }
  const gas = chooseGas({ data: call.data, estimate, fallback: estimate })
  return addL1Fee(chain, { kind: 'claim', ...call, claims: claim, ...own, gas })
}

/** The limits of a claim: the record, or the sum in the token, of a payment by this account, and the network's own fees. */
export interface ClaimBounds {
  readonly router: Address
  readonly serviceId: bigint
  readonly recordId: bigint
  readonly token: Address
  readonly payer: Address
  readonly own: Fees
}

/** Why a step is not the expected claim. */
export type ClaimRefusal =
  | 'other-step'
  | 'other-contract'
  | 'moves-coins'
  | 'unknown-call'
  | 'other-service'
  | 'other-record'
  | 'other-refundee'
  | 'other-token'
  | 'fee'

/**
 * Judges whether a step only withdraws one refund from the router, to the account itself, without sending a coin and within the fee
 * ceilings; pure. Only an accepted step (null) is signed.
 */
export function judgeClaim(step: Omit<PlannedStep, 'l1Fee'>, bounds: ClaimBounds): ClaimRefusal | null {
  if (step.kind !== 'claim') return 'other-step'
  if (!isAddressEqual(step.to, bounds.router)) return 'other-contract'
  if (step.value !== 0n) return 'moves-coins'
  const claim = decodeClaim(step.data)
  if (claim === null) return 'unknown-call'
  if (claim.serviceId !== bounds.serviceId) return 'other-service'
  if ('recordId' in claim) {
    if (claim.recordId !== bounds.recordId) return 'other-record'
  } else {
    if (!isAddressEqual(claim.token, bounds.token)) return 'other-token'
    if (!isAddressEqual(claim.refundee, bounds.payer)) return 'other-refundee'
  }
  return isAffordable(step, bounds.own) ? null : 'fee'
}

/** Returns what a call withdraws, or null for any other call or for other bytes of the same call. */
export function decodeClaim(
  data: Hex,
):
  | { readonly serviceId: bigint; readonly recordId: bigint }
  | { readonly serviceId: bigint; readonly token: Address; readonly refundee: Address }
  | null {
  try {
    if (data.startsWith(toFunctionSelector(byRecord[0]))) {
      const { args } = decodeFunctionData({ abi: byRecord, data })
      return encodeFunctionData({ abi: byRecord, args }) === data ? { serviceId: args[0], recordId: args[1] } : null
    }
    const { args } = decodeFunctionData({ abi: asSum, data })
    if (encodeFunctionData({ abi: asSum, args }) !== data) return null
    return { serviceId: args[0], token: args[1], refundee: args[2] }
  } catch {
    return null
  }
}
