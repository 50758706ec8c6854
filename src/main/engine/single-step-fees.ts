import { parseTransaction, type Address, type Hex } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { Profile } from '../../shared/profile.ts'
import type { FeeAction, FeeOfferView } from '../../shared/views.ts'
import type { Chain, Fees } from '../chain/chain.ts'
import type { PlannedStep } from '../chain/plan-payment.ts'
import { signUnderLock, type LockContext } from './account-locks.ts'
import type { SigningState } from './assert-signing-allowed.ts'
import {
  areStepsUnmoved,
  assertFeeConsent,
  feeOfferExpired,
  movedOn,
  offerHigherFee,
  signBumps,
  type FeeOffer,
  type SignedBump,
} from './fee-offer.ts'
import { feeActionsOf } from './plan-bump.ts'
import type { SingleStep } from './run-single-steps.ts'
import { storeBytes, type Sign } from './sign-steps.ts'
import type { WaitsContext } from './single-step-waits.ts'

interface FeesContext<Network> extends WaitsContext, LockContext, SigningState {
  readonly wallet: SigningState['wallet'] & { readonly sign: Sign }
  chain(network: Network, profile: Profile): Chain
}

/** What a speed-up repeats, and may not do otherwise. */
export interface Repeated<Intent> {
  /** Throws AppError `not-found` for none. */
  find(id: string): Intent
  /** What it moves or permits. */
  effectOf(intent: Intent): Pick<PlannedStep, 'sends' | 'approves'>
  /** What it may take out of the wallet beside the fee. */
  spendsOf(intent: Intent): { readonly token: Address | null; readonly units: bigint }
  /** Whether signed bytes do exactly what the intent is for, with fees that are within bounds; `own` is what the network asks. */
  isSame(raw: Hex, intent: Intent, own: Fees): boolean
  /** The reason of a refusal. */
  readonly reason: 'sending' | 'revoking'
}

/** Higher fees for intents of one step that wait, and their nonces used for nothing. */
export interface SingleStepFees {
  /** Plans it under the nonce the intent has. AppError where that cannot be done now. */
  offer(id: string, action: FeeAction): Promise<FeeOfferView>
  /**
   * Signs what was offered last and stores the bytes before anything is sent; AppError with nothing stored where the intent has moved on
   * meanwhile. `acceptFee` only with the password.
   */
  confirm(id: string, offerKey: string, acceptFee: boolean): Promise<void>
}

/** Creates the fee actions of one kind of intent. */
export function createSingleStepFees<
  Network extends { readonly nativeSymbol: string },
  Intent extends SingleStep<Network>,
>(context: FeesContext<Network>, { find, effectOf, spendsOf, isSame, reason }: Repeated<Intent>): SingleStepFees {
  const { ledger, wallet, now } = context
  let last: { readonly offer: FeeOffer; readonly intent: Intent } | null = null

  function assertUnmoved(offer: FeeOffer): void {
    if (!areStepsUnmoved(offer, [find(offer.intentId).step])) throw movedOn()
  }

  async function sign(offer: FeeOffer, intent: Intent, acceptFee: boolean): Promise<void> {
    const { view, intentId, own } = offer
    assertFeeConsent(context, offer, acceptFee)
    assertUnmoved(offer)
    const isFaster = view.action === 'speed-up'
    const signed = await signBumps(wallet.sign, offer)
    // What is sent are these bytes, and not the plan they were made from.
    const isMeant = ({ step, bytes: { raw } }: SignedBump): boolean =>
      parseTransaction(raw).nonce === step.nonce && (!isFaster || isSame(raw, intent, own))
    if (!signed.every(isMeant)) {
      throw new AppError('quote-refused', 'This would do something else', { details: { reason } })
    }
    const { token, units } = spendsOf(intent)
    const spends = { token, units: isFaster ? units : 0n }
    ledger
      .transaction(() => {
        assertUnmoved(offer)
        for (const { step, bytes, l1Fee } of signed) {
          const { position } = step
          storeBytes(ledger, { intentId, position, purpose: view.action, bytes, l1Fee, spends, signedAt: now() })
        }
      })
      .immediate()
  }

  return {
    async offer(id, action) {
      const intent = find(id)
      const { step, from, network, chainInstance, profileId } = intent
      const service = context.service(profileId)
      if (!feeActionsOf([step]).includes(action) || service === null) throw movedOn()
      const chain = context.chain(network, service.profile)
      const { nativeSymbol } = network
      const waiting = {
        ...{ intentId: id, from, chainInstance, nativeSymbol, steps: [step] },
        effectOf: () => effectOf(intent),
      }
      const offer = await offerHigherFee(context, chain, service.profile, waiting, action)
      last = { offer, intent }
      return offer.view
    },
    async confirm(id, offerKey, acceptFee) {
      const one = last
      if (one?.offer.view.offerKey !== offerKey || one.intent.id !== id) throw feeOfferExpired()
      await signUnderLock(context, one.intent, () => sign(one.offer, one.intent, acceptFee))
      if (last === one) last = null
    },
  }
}
