import { isAddressEqual } from 'viem'
import type { Chain, ListedTransfer } from '../../chain/chain.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readClaimable } from './read-claimable.ts'

/** Whose refund left an escrow: the purchase's, another payment's, or that is not certain. */
export type Withdrawal = 'own' | 'other' | 'unclear'

/**
 * Judges whether a transfer from the vault that a purchase was paid into is its refund: the withdrawal names its record, or, where it was one of
 * all that waited, nothing waits for the purchase any more.
 */
export async function judgeWithdrawal(
  context: PurchaseContext,
  chain: Chain,
  record: PurchaseRecord,
  { hash, blockNumber, from: vault, token, units }: ListedTransfer,
): Promise<Withdrawal> {
  const claimable = await readClaimable(context, record)
  if (!('found' in claimable) || !isAddressEqual(claimable.found.pot.vault, vault)) return 'unclear'
  const { state, found } = claimable
  const withdrawn = await chain.escrowWithdrawals({ hash, blockNumber, vault, token, payee: record.from })
  const ids = withdrawn.filter((one) => one.units === units).map(({ recordId }) => recordId)
  if (ids.includes(found.recordId)) return 'own'
  // Its record never says so where all that waited was withdrawn.
  const isSpent = state === 'withdrawn' && !claimable.byRecord
  if (ids.includes(null)) return isSpent ? 'own' : 'unclear'
  // In some escrows the withdrawal of another record can take this one's coins.
  return ids.length > 0 && !isSpent ? 'other' : 'unclear'
}
