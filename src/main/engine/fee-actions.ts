import type { Address } from 'viem'
import type { Profile } from '../../shared/services/profile.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import type { Chain } from '../chain/chain.ts'
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
  type Waiting,
} from './fee-offer.ts'
import type { StepRecord } from './step-record.ts'
import { storeBytes, type Sign } from './sign-steps.ts'
import type { WaitsContext } from './single-step-waits.ts'

interface FeesContext<Network> extends WaitsContext, LockContext, SigningState {
  readonly wallet: SigningState['wallet'] & { readonly sign: Sign }
  chain(network: Network, profile: Profile): Chain
}

/** An intent as its fees are raised; `Network` is its network as it was frozen. */
export interface FeeIntent<Network> extends Waiting {
  readonly profileId: string
  readonly network: Network
  /** What may be done about its fees now. */
  readonly actions: readonly FeeAction[]
  /** What a step may take out of the wallet beside the fee. */
  readonly spendsOf: (step: StepRecord) => { readonly token: Address | null; readonly units: bigint }
}

export interface FeeIntents<Network> {
  /** Throws AppError `not-found` for none. */
  find(id: string): FeeIntent<Network>
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
export function createFeeActions<Network>(
  context: FeesContext<Network>,
  { find, stored }: FeeIntents<Network>,
): FeeActions {
  const { ledger, wallet, now } = context
  let last: FeeOffer | null = null

  function assertUnmoved({ intentId, view, bumps }: FeeOffer): FeeIntent<Network> {
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
