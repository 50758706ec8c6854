import { AppError } from '../../../shared/errors.ts'
import { isStillChain } from '../../chain/is-still-chain.ts'
import { assertPayingAllowed } from '../../engine/assert-signing-allowed.ts'
import { checkOffer, checkOnceMore, reserveRequests, type Confirmation } from '../confirm/check-offer.ts'
import { sealDelivery } from '../delivery.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { Offer } from '../quote/offer.ts'
import { insertShownTotal } from '../shown-total-repository.ts'
import { endExternal, insertExternal, readExternal } from './external-repository.ts'
import { carriedDraft, findReplaceable } from './replace-external.ts'

/** What the user agreed to have paid by another wallet. */
export type Asking = Omit<Confirmation, 'acceptFee' | 'showsMoney'>

/**
 * Stores that exactly the offer shown is to be paid by another wallet from the watched account. Nothing is signed. Throws AppError and
 * stores nothing if anything differs, is missing or too old. Asking a second time changes nothing. The wait for the payment that it replaces
 * ends in the same commit, and that one's id is returned; Till goes on looking for it.
 */
export async function askExternal(
  context: PurchaseContext,
  shown: Offer | null,
  input: Asking,
): Promise<string | null> {
  const { ledger } = context
  if (readExternal(ledger, input.purchaseId) !== null) return null
  const draftId = input.draftId ?? (shown && carriedDraft(context, shown))
  const confirmed = { ...input, draftId, acceptFee: false, showsMoney: true }
  const checked = await checkOffer(context, shown, confirmed, assertExternal)
  const { offer, payable, moment } = checked
  const { chain, chainInstance, from, terms } = payable
  // A payment in a later block is one for this purchase; the nonce finds those of a coin without logs. Both are read now: the
  // counts that callers of a tick share may be another chain's.
  const nodes = chain.nodes()
  const sinceBlock = await chain.head()
  const [sinceTime, { nonce }] = await Promise.all([chain.blockTime(sinceBlock), chain.minedNonce(from)])
  if (!(await isStillChain(chain, nodes))) throw new AppError('network-mismatch', 'The network is of another chain now')
  const { view, service, delivery, repeatOf } = offer
  reserveRequests(offer)
  try {
    const id = view.purchaseId
    const sealedDelivery = sealDelivery(context, id, delivery)
    return ledger
      .transaction(() => {
        // A second press may have been quicker.
        if (readExternal(ledger, id) !== null) return null
        checkOnceMore(context, checked)
        const replaces = offer.replaces === null ? null : findReplaceable(context, offer.replaces).id
        if (replaces !== null) endExternal(ledger, replaces, 'stopped', context.now())
        insertExternal(ledger, {
          id,
          askedAt: context.now(),
          countedAt: moment.latest,
          profileId: service.profileId,
          chainInstance,
          from,
          repeatOf,
          draftId,
          replaces,
          terms,
          sealedDelivery,
          sinceBlock,
          sinceTime,
          nonce,
        })
        if (view.inMoney) insertShownTotal(ledger, id, view.inMoney)
        if (readExternal(ledger, id) === null) throw new Error('A payment was not stored')
        return replaces
      })
      .immediate()
  } catch (error) {
    service.budget.release(view.purchaseId)
    throw error
  }
}

function assertExternal(context: PurchaseContext): void {
  assertPayingAllowed(context)
  if (!context.wallet.isWatched()) throw new AppError('not-allowed', 'Till pays from this account itself')
}
