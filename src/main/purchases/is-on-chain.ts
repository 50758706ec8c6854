import type { Chain, Receipt } from '../chain/chain.ts'
import { AppError } from '../../shared/errors.ts'
import { isUnpaidForGood } from '../../shared/purchases/state.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import { findPurchase } from './purchase-repository.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { payStep } from './purchase-record.ts'

/**
 * Asks the nodes of a purchase's network whether a block holds its payment; null if it never left the wallet. Throws AppError if the network
 * is silent, another one or undecided, or `offline` if its service is gone.
 */
export async function isOnChain(
  context: Pick<PurchaseContext, 'ledger' | 'service' | 'chain'>,
  id: string,
): Promise<boolean | null> {
  const record = findPurchase(context.ledger, id)
  if (isUnpaidForGood(record.state)) return null
  const service = context.service(record.profileId)
  if (service === null) throw new AppError('offline', 'The service of this purchase is gone')
  const chain = context.chain(record.terms.network, service.profile)
  if ((await chain.instance()) !== record.chainInstance)
    throw new AppError('network-mismatch', 'The network is not the one that the payment was made on')
  const pay = payStep(record)
  const own = pay.signed.filter(({ purpose }) => purpose !== 'cancel')
  const receipts = await Promise.all(own.map(({ hash }) => chain.receipt(hash)))
  const shown = receipts.filter((receipt) => receipt !== null)
  return outcomeOf(shown) ?? (await isInItsBlock(chain, pay)) ?? neverSeen(pay, shown)
}

/** Returns whether the payment succeeded; null unless more than half of the nodes show its outcome and none contradicts. */
function outcomeOf(shown: readonly Receipt[]): boolean | null {
  return shown.find(({ isBacked }) => isBacked)?.succeeded ?? null
}

/** Returns whether the block in which Till saw the payment succeed is final, which outlives a pruned receipt; null if nodes are undecided. */
async function isInItsBlock(chain: Chain, { blockNumber, blockHash, feeUnits }: StepRecord): Promise<boolean | null> {
  // Without a fee, Till saw the block, but never the outcome.
  if (blockNumber === null || blockHash === null || feeUnits === null) return null
  const { state, isBacked } = await chain.blockStatus({ number: blockNumber, hash: blockHash })
  if (!isBacked || state === 'open') return null
  return state === 'final'
}

/** Returns false for a payment that neither Till nor a node sees in a block. Throws AppError if one does: absence proves nothing then. */
function neverSeen({ state }: StepRecord, shown: readonly Receipt[]): false {
  if (state === 'signed' && shown.length === 0) return false
  throw new AppError('network-unreachable', 'The nodes do not show whether the payment is on chain')
}
