import { randomUUID } from 'node:crypto'
import { checkFeeAccepted } from '../chain/fee-cap.ts'
import { assertSigningAllowed } from '../engine/assert-signing-allowed.ts'
import { feeOfferExpired } from '../engine/fee-offer.ts'
import { isOfferFresh } from '../engine/offer-age.ts'
import { signStep, signSteps, storeBytes, storeStep, type Account } from '../engine/sign-steps.ts'
import { insertIntent } from '../engine/step-repository.ts'
import type { AllowancesContext } from './allowances-context.ts'
import { checkFunds, checkRevocable, isTried, type RevocationOffer } from './offer-revocation.ts'
import { insertRevocation, readRevocation, type RevocationRecord } from './revocation-repository.ts'

/**
 * Signs what was offered and stores its bytes in one commit, before anything is sent; answers the revocation's id. Everything is
 * checked again first, and AppError thrown with nothing stored where anything differs. `acceptFee` only with the password. To be run
 * under the account's lock.
 */
export async function confirmRevocation(
  context: AllowancesContext,
  offer: RevocationOffer,
  acceptFee: boolean,
): Promise<string> {
  checkConsent(context, offer)
  checkFeeAccepted(offer.view.passedCap, acceptFee)
  const waiting = await checkRevocable(context, offer.target, offer.from)
  const isAsBefore = waiting?.id === offer.waiting?.id
  if (!isAsBefore || waiting?.step.signed.length !== offer.waiting?.step.signed.length) throw feeOfferExpired()
  await checkFunds(context, offer)
  if (!(await isTried(offer)) && offer.view.simulated) throw feeOfferExpired()
  checkConsent(context, offer)
  return offer.waiting === null ? signNew(context, offer) : signAgain(context, offer, offer.waiting)
}

function checkConsent(context: AllowancesContext, offer: RevocationOffer): void {
  assertSigningAllowed(context)
  if (!isOfferFresh(context, offer) || context.wallet.address() !== offer.from) throw feeOfferExpired()
}

async function signNew(context: AllowancesContext, offer: RevocationOffer): Promise<string> {
  const { ledger, wallet, now } = context
  const { target, from, step } = offer
  const { chainInstance, profileId, network, chain } = target.place
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
      // What could not be read again could not be followed: it is found out before it is sent.
      if (readRevocation(ledger, id) === null) throw new Error('A revocation was not stored')
    })
    .immediate()
  return id
}

async function signAgain(
  { ledger, wallet, now }: AllowancesContext,
  { target, from, step }: RevocationOffer,
  { id, step: before }: RevocationRecord,
): Promise<string> {
  const bytes = await signStep(wallet.sign, target.place.chain.chainId, from, step, before.nonce)
  ledger
    .transaction(() => {
      const current = readRevocation(ledger, id)?.step
      if (current?.state !== 'signed' || current.signed.length !== before.signed.length) throw feeOfferExpired()
      const spends = { token: target.token.address, units: 0n }
      const { position } = before
      storeBytes(ledger, { intentId: id, position, purpose: 'speed-up', bytes, spends, signedAt: now() })
    })
    .immediate()
  return id
}
