import { parseTransaction, type Address } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { FeeAction } from '../../../shared/transactions/views.ts'
import { addL1Fee } from '../../chain/plan/add-l1-fee.ts'
import type { Call, Chain, Fees } from '../../chain/chain.ts'
import { chooseGas } from '../../chain/plan/choose-gas.ts'
import { feeCeilings, type PlannedStep } from '../../chain/plan/plan-payment.ts'
import { findKnownChain } from '../../chain/registry/find-known-chain.ts'
import { assertOwnBytes } from '../steps/assert-signed-bytes.ts'
import type { SignedBytes, StepRecord } from '../steps/step-record.ts'

/** For steps that no node can estimate: unused gas is not charged. */
const UNKNOWN_GAS = { cancel: 100_000n, 'speed-up': 500_000n } as const

/** A waiting step, and its replacement. */
export interface Bump {
  readonly step: StepRecord
  readonly plan: PlannedStep
}

/**
 * Plans the same steps with a higher fee, or empty transactions with their nonces, with gas estimated again; `own` are the network's fees.
 * Throws AppError `not-allowed` beyond the ceilings, `quote-refused` if the account did not sign what is to be repeated.
 */
export async function planBumps(
  chain: Chain,
  from: Address,
  steps: readonly StepRecord[],
  action: FeeAction,
  own: Fees,
): Promise<Bump[]> {
  const tipFloor = findKnownChain(chain.chainId)?.tipFloor ?? 0n
  const waiting = steps.filter(({ state }) => state === 'signed')
  return Promise.all(
    waiting.map(async (step) => {
      if (action === 'speed-up') await assertOwnBytes(originalOf(step), from, chain.chainId, step.nonce)
      const estimate = await chain.estimateGas(from, callOf(step, from, action))
      return { step, plan: await addL1Fee(chain, planBump(step, from, action, { own, estimate, tipFloor })) }
    }),
  )
}

/** The network's state before a step is replaced. */
export interface BumpFacts {
  readonly own: Fees
  /** Gas units that the new call needs; null if it would revert now. */
  readonly estimate: bigint | null
  /** The lowest priority fee that the chain's nodes accept, in wei. */
  readonly tipFloor: bigint
}

/**
 * Plans the same step with a higher fee, or as a cancel. Both fees are an eighth above the highest signed so far, as pools require for a
 * replacement, or the network's own fees if those are higher; never 0. Pure.
 */
export function planBump(
  step: StepRecord,
  from: Address,
  action: FeeAction,
  facts: BumpFacts,
): Omit<PlannedStep, 'l1Fee'> {
  const { own, estimate, tipFloor } = facts
  const signed = step.signed.map(({ raw }) => parseTransaction(raw))
  const raised = (of: (one: (typeof signed)[number]) => bigint | undefined, least: bigint): bigint =>
    max(raise(signed.map((one) => of(one) ?? 0n)), least)
  const maxPriorityFeePerGas = raised((one) => one.maxPriorityFeePerGas, max(own.maxPriorityFeePerGas, tipFloor))
  const maxFeePerGas = max(
    raised((one) => one.maxFeePerGas, own.maxFeePerGas),
    maxPriorityFeePerGas,
  )
  const call = callOf(step, from, action)
  const requested = action === 'cancel' ? null : max(...signed.map(({ gas }) => gas ?? 0n))
  const gas = chooseGas({ data: call.data, estimate, requested, fallback: UNKNOWN_GAS[action] })
  const ceilings = feeCeilings(own)
  if (maxFeePerGas > ceilings.maxFeePerGas || gas > ceilings.gas) {
    throw new AppError('not-allowed', 'The fee would be far above what the network asks for', {
      details: { reason: 'fee-too-high' },
    })
  }
  return { kind: step.kind, ...call, gas, maxFeePerGas, maxPriorityFeePerGas }
}

/** Returns the fee actions open for an intent: none once its last step is mined, and no speed-up after a cancel. */
export function feeActionsOf(steps: readonly StepRecord[]): FeeAction[] {
  const last = steps.at(-1)
  if (last?.state !== 'signed') return []
  return last.signed.some(({ purpose }) => purpose === 'cancel') ? ['cancel'] : ['speed-up', 'cancel']
}

/** Returns the step's original call, or for a cancel an empty payment to the account itself. */
export function callOf(step: StepRecord, from: Address, action: FeeAction): Call {
  if (action === 'cancel') return { to: from, data: '0x', value: 0n }
  const { to, data = '0x', value = 0n } = parseTransaction(originalOf(step).raw)
  if (!to) throw new Error('A step that calls nothing')
  return { to, data, value }
}

function originalOf({ signed }: StepRecord): SignedBytes {
  const original = signed.find(({ purpose }) => purpose === 'original')
  if (original === undefined) throw new Error('A step without its bytes')
  return original
}

/** Returns an eighth above the highest, rounded up because less would be refused, and never 0. */
function raise(before: readonly bigint[]): bigint {
  return max((max(...before) * 9n + 7n) / 8n, 1n)
}

function max(...numbers: readonly bigint[]): bigint {
  return numbers.reduce((most, one) => (one > most ? one : most), 0n)
}
