import { parseTransaction, type Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { FeeAction } from '../../shared/views.ts'
import type { Fees } from '../chain/chain.ts'
import { feeCeilings, type PlannedStep } from '../chain/plan-payment.ts'
import type { StepRecord } from './step-record.ts'

const PLAIN_TRANSFER_GAS = 21_000n

/**
 * The same step for a higher fee, or its nonce used for nothing: both caps an eighth above the highest signed for it so far, as
 * pools demand for a replacement, or the network's own estimate where that is more. AppError `not-allowed` beyond the ceiling.
 */
export function planBump(step: StepRecord, from: Address, action: FeeAction, own: Fees): PlannedStep {
  const signed = step.signed.map(({ raw, purpose }) => ({ purpose, ...parseTransaction(raw) }))
  const original = signed.find(({ purpose }) => purpose === 'original')
  if (!original?.to) throw new Error('A step without its bytes')
  const maxPriorityFeePerGas = raise(
    signed.map((one) => one.maxPriorityFeePerGas ?? 0n),
    own.maxPriorityFeePerGas,
  )
  const maxFeePerGas = raise(
    signed.map((one) => one.maxFeePerGas ?? 0n),
    own.maxFeePerGas,
  )
  if (maxFeePerGas > feeCeilings(own).maxFeePerGas) {
    throw new AppError('not-allowed', 'The fee would be far above what the network asks for', {
      details: { reason: 'fee-too-high' },
    })
  }
  const fees = { maxFeePerGas: max(maxFeePerGas, maxPriorityFeePerGas), maxPriorityFeePerGas }
  if (action === 'cancel') return { kind: step.kind, to: from, data: '0x', value: 0n, gas: PLAIN_TRANSFER_GAS, ...fees }
  const { to, data = '0x', value = 0n, gas = 0n } = original
  return { kind: step.kind, to, data, value, gas, ...fees }
}

/** What may be done about an intent's fees now: nothing once a step is mined for good, and no speeding up after a cancel. */
export function feeActionsOf(steps: readonly StepRecord[]): FeeAction[] {
  const last = steps.at(-1)
  if (last?.state !== 'signed') return []
  return last.signed.some(({ purpose }) => purpose === 'cancel') ? ['cancel'] : ['speed-up', 'cancel']
}

function raise(before: readonly bigint[], own: bigint): bigint {
  const highest = before.reduce(max, 0n)
  // Rounded up: an eighth less a fraction would be refused.
  return max((highest * 9n + 7n) / 8n, own)
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
