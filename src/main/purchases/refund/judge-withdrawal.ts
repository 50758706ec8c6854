import { isAddressEqual } from 'viem'
import type { Chain, ListedTransfer } from '../../chain/chain.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { PurchaseRecord } from '../purchase-record.ts'
import { readClaimable } from './read-claimable.ts'

/** The owner of a refund that left an escrow: the purchase, another payment, or uncertain. */
export type Withdrawal = 'own' | 'other' | 'unclear'

/**
 * Judges whether a transfer from a purchase's escrow vault is its refund: the withdrawal names its record, or, if it withdrew everything,
 * nothing waits for the purchase any more.
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
  // Its record never says so if everything was withdrawn at once.
  const isSpent = state === 'withdrawn' && !claimable.byRecord
  if (ids.includes(null)) return isSpent ? 'own' : 'unclear'
  // In some escrows the withdrawal of another record can take this one's coins.
  return ids.length > 0 && !isSpent ? 'other' : 'unclear'
}
