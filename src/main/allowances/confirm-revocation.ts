import { randomUUID } from 'node:crypto'
import { assertFeeAccepted } from '../chain/guard/fee-cap.ts'
import { assertSigningAllowed } from '../engine/assert-signing-allowed.ts'
import { feeOfferExpired } from '../engine/fees/fee-offer.ts'
import { isOfferFresh } from '../engine/single-steps/offer-age.ts'
import { signSteps, storeStep, type Account } from '../engine/steps/sign-steps.ts'
import { insertIntent } from '../engine/steps/step-repository.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { assertRevocable, checkFunds, isTried, type RevocationOffer } from './offer-revocation.ts'
import { insertRevocation, readRevocation } from './revocation-repository.ts'

/**
 * Signs the offer and stores its bytes in one commit, before anything is sent; returns the revocation's id. Checks everything again first:
 * throws AppError and stores nothing if anything differs. `acceptFee` requires the password. Must run under the account's lock.
 */
export async function confirmRevocation(
  context: AllowancesContext,
  offer: RevocationOffer,
  acceptFee: boolean,
): Promise<string> {
  checkConsent(context, offer)
  assertFeeAccepted(offer.view.exceededCap !== null, acceptFee)
  await assertRevocable(context, offer.target, offer.from)
  await checkFunds(context, offer)
  if (!(await isTried(offer)) && offer.view.simulated) throw feeOfferExpired()
  checkConsent(context, offer)
  return sign(context, offer)
}

function checkConsent(context: AllowancesContext, offer: RevocationOffer): void {
  assertSigningAllowed(context)
  if (!isOfferFresh(context, offer) || context.wallet.address() !== offer.from) throw feeOfferExpired()
}

async function sign(context: AllowancesContext, offer: RevocationOffer): Promise<string> {
  const { ledger, wallet, now } = context
  const { target, from, step } = offer
  const { chainInstance, profileId, network, chain } = target.scope
  const account: Account = { chain, chainInstance, from }
  const signed = await signSteps(ledger, wallet.sign, account, [step])
  const [id, createdAt, token] = [randomUUID(), now(), target.token.address]
  ledger
    .transaction(() => {
      insertIntent(ledger, id, 'revocation')
      insertRevocation(ledger, {
        id,
        createdAt,
        profileId,
        chainInstance,
        from,
        token,
        spender: target.spender,
        network,
      })
      for (const one of signed) storeStep(ledger, id, account, one, { token, units: 0n }, createdAt)
      // A record that cannot be read back cannot be followed: fail before anything is sent.
      if (readRevocation(ledger, id) === null) throw new Error('A revocation was not stored')
    })
    .immediate()
  return id
}
