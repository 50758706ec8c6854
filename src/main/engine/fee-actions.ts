import type { Address } from 'viem'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import { signUnderLock } from './sign-under-lock.ts'
import {
  areStepsUnmoved,
  assertFeeConsent,
  feeOfferExpired,
  movedOn,
  offerHigherFee,
  signBumps,
  type FeeOffer,
  type Waiting,
} from './fee-offer.ts'
import type { StepRecord } from './step-record.ts'
import { storeBytes } from './sign-steps.ts'
import type { SpendContext } from './spend-context.ts'

/** An intent as its fees are raised. */
export interface FeeIntent extends Waiting {
  readonly profileId: string
  readonly network: FrozenNetwork
  /** What may be done about its fees now. */
  readonly actions: readonly FeeAction[]
  /** What a step may take out of the wallet beside the fee. */
  readonly spendsOf: (step: StepRecord) => { readonly token: Address | null; readonly units: bigint }
}

export interface FeeIntents {
  /** Throws AppError `not-found` for none. */
  find(id: string): FeeIntent
  /** Called in the commit that stores the bytes; nothing is stored where it throws. */
  stored?(id: string, action: FeeAction, at: number): void
}

/** Higher fees for intents that wait, and their nonces used for nothing. */
export interface FeeActions {
  /** Plans it under the nonces the intent has. AppError where that cannot be done now. */
  offer(id: string, action: FeeAction): Promise<FeeOfferView>
  /**
   * Signs what was offered last and stores the bytes before anything is sent; AppError with nothing stored where the intent has moved on
   * meanwhile. `acceptFee` only with the password.
   */
  confirm(id: string, offerKey: string, acceptFee: boolean): Promise<void>
}

/** Creates the fee actions of one kind of intent. */
export function createFeeActions(context: SpendContext, { find, stored }: FeeIntents): FeeActions {
  const { ledger, wallet, now } = context
  let last: FeeOffer | null = null

  function assertUnmoved({ intentId, view, bumps }: FeeOffer): FeeIntent {
    const intent = find(intentId)
    if (!intent.actions.includes(view.action) || !areStepsUnmoved({ bumps }, intent.steps)) throw movedOn()
    return intent
  }

  async function sign(offer: FeeOffer, acceptFee: boolean): Promise<void> {
    assertFeeConsent(context, offer, acceptFee)
    assertUnmoved(offer)
    const { view, intentId } = offer
    const signed = await signBumps(wallet.sign, offer)
    const signedAt = now()
    ledger
      .transaction(() => {
        const { spendsOf } = assertUnmoved(offer)
        for (const { step, bytes, l1Fee } of signed) {
          const { token, units } = spendsOf(step)
          const spends = { token, units: view.action === 'speed-up' ? units : 0n }
          const { position } = step
          storeBytes(ledger, { intentId, position, purpose: view.action, bytes, l1Fee, spends, signedAt })
        }
        stored?.(intentId, view.action, signedAt)
      })
      .immediate()
  }

  return {
    async offer(id, action) {
      const intent = find(id)
      const service = context.service(intent.profileId)
      if (!intent.actions.includes(action) || service === null) throw movedOn()
      const { profile } = service
      last = await offerHigherFee(context, context.chain(intent.network, profile), profile, intent, action)
      return last.view
    },
    async confirm(id, offerKey, acceptFee) {
      const offer = last
      if (offer?.view.offerKey !== offerKey || offer.intentId !== id) throw feeOfferExpired()
      await signUnderLock(context, find(id), () => sign(offer, acceptFee))
      if (last === offer) last = null
    },
  }
}
