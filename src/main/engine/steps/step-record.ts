import type { Hash, Hex } from 'viem'
import type { StepKind } from '../../../shared/transactions/views.ts'

/** The purposes of signed bytes: the step's own action, the same with a higher fee, or a cancel. */
export const bytesPurposes = ['original', 'speed-up', 'cancel'] as const
export type BytesPurpose = (typeof bytesPurposes)[number]

export interface SignedBytes {
  readonly hash: Hash
  readonly raw: Hex
  readonly purpose: BytesPurpose
}

export const stepStates = ['signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded'] as const

/** One transaction of an intent under its one nonce, with every set of bytes ever signed for it, newest last. */
export interface StepRecord {
  readonly position: number
  readonly kind: StepKind
  readonly state: (typeof stepStates)[number]
  readonly nonce: number
  readonly minedHash: Hash | null
  readonly blockNumber: bigint | null
  readonly blockHash: Hash | null
  readonly feeUnits: bigint | null
  /** The part of it that a rollup charged in addition to gas; null if unknown. */
  readonly l1FeeUnits: bigint | null
  readonly signed: readonly SignedBytes[]
}

/** Returns whether a payment is final without a receipt: on the person's word, by its logs, or if nodes leave out the gas price. */
export function isUnproven({ kind, state, feeUnits }: Pick<StepRecord, 'kind' | 'state' | 'feeUnits'>): boolean {
  return kind === 'pay' && state === 'final' && feeUnits === null
}

const settled: readonly StepRecord['state'][] = ['final', 'reverted', 'cancelled', 'superseded']

/** Returns whether the chain can still change a step. */
export function isStepOpen({ state }: Pick<StepRecord, 'state'>): boolean {
  return !settled.includes(state)
}
