import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { assertFeeAccepted } from '../chain/guard/fee-cap.ts'
import { assertSigningAllowed } from '../engine/assert-signing-allowed.ts'
import { feeOfferExpired } from '../engine/fees/fee-offer.ts'
import { isOfferFresh } from '../engine/single-steps/offer-age.ts'
import { signSteps, storeStep } from '../engine/steps/sign-steps.ts'
import { insertIntent } from '../engine/steps/step-repository.ts'
import { findPurchase } from '../purchases/purchase-repository.ts'
import { insertClaim, readClaim, type NewClaim } from './claim-repository.ts'
import type { ClaimsContext } from './claims-context.ts'
import {
  assertClaim,
  assertClaimable,
  assertUnclaimed,
  checkFunds,
  isOfSum,
  isTried,
  type ClaimOffer,
} from './offer-claim.ts'

/**
 * Signs the offer and stores its bytes in one commit, before anything is sent; returns the claim's id. Reads and checks everything again
 * first: throws AppError and stores nothing if anything differs. `acceptFee` requires the password. Must run under the account's lock.
 */
export async function confirmClaim(context: ClaimsContext, offer: ClaimOffer, acceptFee: boolean): Promise<string> {
  checkConsent(context, offer)
  assertFeeAccepted(offer.view.exceededCap !== null, acceptFee)
  await checkAgain(context, offer)
  checkConsent(context, offer)
  return sign(context, offer)
}

function checkConsent(context: ClaimsContext, offer: ClaimOffer): void {
  assertSigningAllowed(context)
  if (!isOfferFresh(context, offer) || context.wallet.address() !== offer.found.pot.from) throw feeOfferExpired()
}

async function checkAgain(context: ClaimsContext, offer: ClaimOffer): Promise<void> {
  const { found, step, units } = offer
  const record = findPurchase(context.ledger, found.record.id)
  const now = await assertClaimable(context, record)
  const { vault, serviceId } = found.pot
  const isSame = now.found.recordId === found.recordId && now.found.pot.vault === vault
  const comes = isOfSum(step) ? now.authorized : now.found.total
  if (!isSame || now.found.pot.serviceId !== serviceId || comes !== units) throw changed()
  assertClaim(now.found, step, await found.chain.fees())
  await checkFunds(context, offer)
  if (!(await isTried(offer)) && offer.view.simulated) throw feeOfferExpired()
}

async function sign(context: ClaimsContext, offer: ClaimOffer): Promise<string> {
  const { ledger, wallet, now } = context
  const { found, step, units, covers } = offer
  const { chain, pot, record } = found
  const account = { chain, chainInstance: pot.chainInstance, from: pot.from }
  const signed = await signSteps(ledger, wallet.sign, account, [step])
  const [id, createdAt] = [randomUUID(), now()]
  const { symbol, decimals } = record.terms.token
  const claim: NewClaim = {
    ...pot,
    id,
    createdAt,
    profileId: record.profileId,
    network: record.terms.network,
    coin: { symbol, decimals },
    recordId: isOfSum(step) ? null : found.recordId,
    units,
    covers,
  }
  ledger
    .transaction(() => {
      for (const covered of covers) assertUnclaimed(context, covered.id)
      insertIntent(ledger, id, 'claim')
      insertClaim(ledger, claim)
      for (const one of signed) storeStep(ledger, id, account, one, { token: pot.token, units: 0n }, createdAt)
      // A record that cannot be read back cannot be followed: fail before anything is sent.
      if (readClaim(ledger, id) === null) throw new Error('A claim was not stored')
    })
    .immediate()
  return id
}

function changed(): AppError {
  return new AppError('quote-changed', 'What the escrow owes has changed', { details: { reason: 'claim' } })
}
