import { isAddressEqual } from 'viem'
import { isStepOpen } from '../engine/step-record.ts'
import { readSoundPurchase } from '../purchases/purchase-repository.ts'
import { readClaimable, type Pot } from '../purchases/read-claimable.ts'
import { listPotMates, readClaimOf, type ClaimRecord, type CoveredPurchase } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'

/** Whether a claim has not ended, or succeeded. */
export function isClaimed(claim: ClaimRecord | null): boolean {
  return claim !== null && (isStepOpen(claim.step) || claim.step.state === 'final')
}

/** Finds the account's other purchases in a pot whose refund waits there, and nobody here claims it. */
export function findReady(
  context: ClaimsContext,
  pot: Pot,
  except: readonly CoveredPurchase[],
): Promise<CoveredPurchase[]> {
  return findMates(context, pot, except, 'ready', isClaimed)
}

/** Finds the account's other purchases in a pot that failed, though nothing waits for them there any more: another claim may have taken that along. */
export function findWithdrawn(
  context: ClaimsContext,
  pot: Pot,
  except: readonly CoveredPurchase[],
): Promise<CoveredPurchase[]> {
  // What a claim of their own withdrew is theirs; one that no block has yet withdrew nothing.
  return findMates(context, pot, except, 'withdrawn', (claim) => isClaimed(claim) && claim?.step.state !== 'signed')
}

async function findMates(
  context: ClaimsContext,
  pot: Pot,
  except: readonly CoveredPurchase[],
  state: 'ready' | 'withdrawn',
  isOut: (claim: ClaimRecord | null) => boolean,
): Promise<CoveredPurchase[]> {
  const { ledger } = context
  const mates: CoveredPurchase[] = []
  const known = except.map(({ id }) => id)
  for (const id of listPotMates(ledger, pot, known)) {
    const mate = readSoundPurchase(ledger, id)
    if (mate === null || isOut(readClaimOf(ledger, id))) continue
    const claimable = await readClaimable(context, mate)
    const isThere = claimable.state === state && isAddressEqual(claimable.found.pot.vault, pot.vault)
    if (isThere) mates.push({ id, units: claimable.found.total })
  }
  return mates
}
