import { isAddressEqual } from 'viem'
import { isStepOpen } from '../engine/steps/step-record.ts'
import { readSoundPurchase } from '../purchases/purchase-repository.ts'
import { readClaimable, type Pot } from '../purchases/refund/read-claimable.ts'
import { listSharingPot, readClaimOf, type ClaimRecord, type CoveredPurchase } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'

/** Returns whether a claim is open or succeeded. */
export function isClaimed(claim: ClaimRecord | null): boolean {
  return claim !== null && (isStepOpen(claim.step) || claim.step.state === 'final')
}

/**
 * Finds the account's other purchases in a pot that the escrow calls failed and that have no claim here: those whose refund waits, and
 * those of which nothing waits any more.
 */
export async function findOthersInPot(
  context: ClaimsContext,
  pot: Pot,
  except: readonly CoveredPurchase[],
  state: 'ready' | 'withdrawn',
): Promise<CoveredPurchase[]> {
  const { ledger } = context
  const mates: CoveredPurchase[] = []
  const known = except.map(({ id }) => id)
  for (const id of listSharingPot(ledger, pot, known)) {
    const mate = readSoundPurchase(ledger, id)
    if (mate === null || isClaimed(readClaimOf(ledger, id))) continue
    const claimable = await readClaimable(context, mate)
    const isThere = claimable.state === state && isAddressEqual(claimable.found.pot.vault, pot.vault)
    if (isThere) mates.push({ id, units: claimable.found.total })
  }
  return mates
}
