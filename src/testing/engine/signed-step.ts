import type { Hash } from 'viem'
import type { StepRecord } from '../../main/engine/steps/step-record.ts'

/** What is stored of a step that no block has yet. */
export const unseen = { minedHash: null, blockNumber: null, blockHash: null, feeUnits: null, l1FeeUnits: null } as const

/** Returns a signed payment of nonce 3; `given` replaces fields. */
export function signedStep(given: Partial<StepRecord> = {}): StepRecord {
  const hash: Hash = `0x${'a'.repeat(64)}`
  const signed = [{ hash, raw: '0x0a', purpose: 'original' }] as const
  return { position: 0, kind: 'pay', state: 'signed', nonce: 3, ...unseen, signed, ...given }
}
