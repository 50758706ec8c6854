import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import type { StepKind } from '../../../shared/transactions/views.ts'
import { addL1Fee } from './add-l1-fee.ts'
import type { Approval, Call, Chain, Claim, Fees, Transfer } from '../chain.ts'
import { chooseGas, GAS_CEILING } from './choose-gas.ts'
import type { PaymentEffect, PaymentShape } from '../guard/payment-guard.ts'

/** One transaction of a payment, complete except for its nonce. */
export interface PlannedStep extends Call, Fees {
  readonly kind: StepKind
  readonly gas: bigint
  /** The chain's maximum charge for it in addition to gas, in wei. */
  readonly l1Fee: bigint
  /** The transfer it makes directly to its recipient, for the vault to compare with the bytes. */
  readonly sends?: Transfer
  /** The allowance it gives, for the same comparison. */
  readonly approves?: Approval
  /** What it withdraws from an escrow, for the same comparison. */
  readonly claims?: Claim
}

/** For a call that can only run after its approval is mined. */
const DEFAULT_CALL_GAS = 500_000n
/** A payer's first payment into an escrow takes some 520,000 gas, and more for every reference that its service knows. */
const DEFAULT_ESCROW_GAS = 1_000_000n
const DEFAULT_APPROVAL_GAS = 80_000n

/** Returns the gas limit of a payment's step, and the highest fee per gas unit relative to the network's own estimate. */
export function feeCeilings(own: Fees): { gas: bigint; maxFeePerGas: bigint } {
  const tenfold = own.maxFeePerGas * 10n
  const floor = 5_000_000_000n
  return { gas: GAS_CEILING, maxFeePerGas: tenfold > floor ? tenfold : floor }
}

/** Returns whether a step stays within the gas and fee ceilings, and its tip within its fee. */
export function isAffordable(step: Omit<PlannedStep, 'l1Fee'>, own: Fees): boolean {
  const ceilings = feeCeilings(own)
  return (
    step.gas <= ceilings.gas &&
    step.maxFeePerGas <= ceilings.maxFeePerGas &&
    step.maxPriorityFeePerGas <= step.maxFeePerGas
  )
}

/**
 * Plans the chain steps for `effect`, in order. A router gets an allowance of exactly the amount, first reset to zero if the token refuses
 * to change a non-zero one.
 */
export async function planPayment(
  chain: Chain,
  payer: Address,
  effect: PaymentEffect,
  own: Fees,
): Promise<PlannedStep[]> {
  const fees = higherFees(effect, own)
  const approvals = effect.shape === 'router' ? await planAllowance(chain, payer, effect) : []
  const steps: PlannedStep[] = []
  for (const { kind, approves } of approvals) {
    const call = approveCall(approves)
    const estimate = await chain.estimateGas(payer, call)
    const gas = chooseGas({ data: call.data, estimate, fallback: DEFAULT_APPROVAL_GAS })
    steps.push(await addL1Fee(chain, { kind, ...call, approves, ...fees, gas }))
  }
  const call = { to: effect.to, data: effect.data, value: effect.value }
  const estimate = await chain.estimateGas(payer, call)
  // A service's gas request for an escrow may be too low, and the fee would be wasted.
  const requested = effect.escrow === null ? effect.gas : max(effect.gas ?? 0n, DEFAULT_ESCROW_GAS)
  const gas = chooseGas({ data: call.data, estimate, requested, fallback: DEFAULT_CALL_GAS })
  const moved = { token: effect.token, recipient: effect.recipient, units: effect.amount }
  return [...steps, await addL1Fee(chain, { kind: 'pay', ...call, ...fees, gas, ...movedBy(effect.shape, moved) })]
}

/** Returns what a payment's last step moves, unless a router is in between. */
export function movedBy(shape: PaymentShape, sends: Transfer): Pick<PlannedStep, 'sends'> {
  return shape === 'router' ? {} : { sends }
}

/** Returns the highest network fee for `steps`, in units of the native coin. */
export function maxFeeUnits(steps: readonly Pick<PlannedStep, 'gas' | 'maxFeePerGas' | 'l1Fee'>[]): bigint {
  return steps.reduce((sum, step) => sum + step.gas * step.maxFeePerGas + step.l1Fee, 0n)
}

async function planAllowance(
  chain: Chain,
  payer: Address,
  effect: PaymentEffect,
): Promise<{ kind: 'zero-allowance' | 'approve'; approves: Approval }[]> {
  const token = effect.token
  if (token === null) return []
  const current = await chain.allowance(token, payer, effect.to)
  if (current === effect.amount) return []
  const approves = { token, spender: effect.to, units: effect.amount }
  const approve = { kind: 'approve' as const, approves }
  if (current === 0n || (await chain.estimateGas(payer, approveCall(approves))) !== null) return [approve]
  return [{ kind: 'zero-allowance', approves: { ...approves, units: 0n } }, approve]
}

/** Returns the call that lets `spender` take up to `units` of `token`. */
export function approveCall({ token, spender, units }: Approval): Call {
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] }),
    value: 0n,
  }
}

function higherFees(requested: PaymentEffect, own: Fees): Fees {
  const maxFeePerGas = max(requested.maxFeePerGas ?? 0n, own.maxFeePerGas)
  const maxPriorityFeePerGas = max(requested.maxPriorityFeePerGas ?? 0n, own.maxPriorityFeePerGas)
  return {
    maxFeePerGas,
    maxPriorityFeePerGas: maxPriorityFeePerGas < maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
