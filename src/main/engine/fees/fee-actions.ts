import type { Address } from 'viem'
import type { FeeAction, FeeOfferView } from '../../../shared/transactions/views.ts'
import type { FrozenNetwork } from '../../chain/frozen-network.ts'
import { signUnderLock } from '../account-locks.ts'
import {
  areStepsUnchanged,
  assertFeeConsent,
  feeOfferExpired,
  outdated,
  offerHigherFee,
  signBumps,
  type FeeOffer,
  type Waiting,
} from './fee-offer.ts'
import type { StepRecord } from '../steps/step-record.ts'
import { storeBytes } from '../steps/sign-steps.ts'
import type { SpendContext } from '../spend-context.ts'

/** An intent whose fees can be raised. */
export interface FeeIntent extends Waiting {
  readonly profileId: string
  readonly network: FrozenNetwork
  /** The fee actions open now. */
  readonly actions: readonly FeeAction[]
  /** The most that a step may take out of the wallet besides the fee. */
  readonly spendsOf: (step: StepRecord) => { readonly token: Address | null; readonly units: bigint }
}

export interface FeeIntents {
  /** Throws AppError `not-found` if there is none. */
  find(id: string): FeeIntent
  /** Called in the commit that stores the bytes; nothing is stored if it throws. */
  stored?(id: string, action: FeeAction, at: number): void
}

/** Raises the fees of waiting intents, or cancels them. */
export interface FeeActions {
  /** Plans the action with the intent's nonces. Throws AppError if that is impossible now. */
  offer(id: string, action: FeeAction): Promise<FeeOfferView>
  /**
   * Signs the last offer and stores the bytes before anything is sent. Throws AppError and stores nothing if the intent has changed.
   * `acceptFee` requires the password.
   */
  confirm(id: string, offerKey: string, acceptFee: boolean): Promise<void>
}

/** Creates the fee actions of one kind of intent. */
export function createFeeActions(context: SpendContext, { find, stored }: FeeIntents): FeeActions {
  const { ledger, wallet, now } = context
  let last: FeeOffer | null = null

  function assertUnchanged({ intentId, view, bumps }: FeeOffer): FeeIntent {
    const intent = find(intentId)
    if (!intent.actions.includes(view.action) || !areStepsUnchanged({ bumps }, intent.steps)) throw outdated()
    return intent
  }

  async function sign(offer: FeeOffer, acceptFee: boolean): Promise<void> {
    assertFeeConsent(context, offer, acceptFee)
    assertUnchanged(offer)
    const { view, intentId } = offer
    const signed = await signBumps(wallet.sign, offer)
    const signedAt = now()
    ledger
      .transaction(() => {
        const { spendsOf } = assertUnchanged(offer)
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
      if (!intent.actions.includes(action) || service === null) throw outdated()
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
