import { markDraftBought, draftBought } from '../drafts/drafts-repository.ts'
import { signSteps, storeStep } from '../../engine/steps/sign-steps.ts'
import { insertIntent } from '../../engine/steps/step-repository.ts'
import type { Payable } from '../quote/offer.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { appendEvent, insertPurchase, readPurchase, type NewPurchase } from '../purchase-repository.ts'
import { storeConsent } from './terms-repository.ts'

/**
 * Signs every step of an authorized purchase with new nonces. Stores purchase, steps and bytes in one commit before anything is sent. The
 * draft `draftId` becomes the purchase in the same commit, or nothing is stored. Nothing is stored either if one of `checks` throws, which
 * run in the commit before and after the purchase is stored. Must run under the mutex of account and chain, so that no nonce is used twice.
 */
export async function signPurchase(
  { ledger, wallet, now, recipients }: PurchaseContext,
  purchase: Omit<NewPurchase, 'createdAt'>,
  payable: Payable,
  draftId: string | null,
  checks: { readonly before: () => void; readonly after: () => void },
): Promise<void> {
  const { chainInstance, from, terms } = payable
  const signed = await signSteps(ledger, wallet.sign, payable, payable.steps)
  const at = now()
  ledger
    .transaction(() => {
      checks.before()
      insertIntent(ledger, purchase.id, 'purchase')
      insertPurchase(ledger, { ...purchase, createdAt: at })
      checks.after()
      if (draftId !== null && !markDraftBought(ledger, draftId, terms.product.sku, purchase.id)) throw draftBought()
      for (const step of signed) {
        const units = step.step.kind === 'pay' ? terms.payment.units : 0n
        storeStep(ledger, purchase.id, payable, step, { token: terms.token.address, units }, at)
      }
      appendEvent(ledger, purchase.id, { type: 'signed' }, at)
      storeConsent(ledger, purchase.profileId, from, at)
      recipients.remember(purchase.profileId, chainInstance, terms.payment.recipient)
      // A record that cannot be read back cannot be followed: fail before anything is sent.
      if (readPurchase(ledger, purchase.id) === null) throw new Error('A purchase was not stored')
    })
    .immediate()
}
