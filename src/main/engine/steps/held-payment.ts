import type { Address } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import type { StepRecord } from './step-record.ts'
import type { StepChange } from './step-repository.ts'

/**
 * Finds the final block that contains one of a step's own transactions, as the majority of nodes shows without contradiction, whether or
 * not any shows its receipt. Null if there is none, or it contains a cancel. Throws AppError if the network does not answer.
 */
export async function findHeldPayment(chain: Chain, from: Address, step: StepRecord): Promise<StepChange | null> {
  const own = step.signed.map(({ hash }) => hash)
  const use = await chain.nonceUse(from, step.nonce, own)
  const held = step.signed.find(({ hash }) => hash === use?.hash)
  if (!use?.isBacked || !held || held.purpose === 'cancel') return null
  const { state, isBacked } = await chain.blockStatus(use.block)
  if (state !== 'final' || !isBacked) return null
  const { hash: minedHash, block } = use
  return {
    state: 'mined',
    minedHash,
    blockNumber: block.number,
    blockHash: block.hash,
    feeUnits: null,
    l1FeeUnits: null,
  }
}
