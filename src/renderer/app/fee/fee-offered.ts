import type { NetworkFee } from '../../../shared/transactions/views.ts'

/** The offer that a user consents to. */
export interface FeeOffered extends NetworkFee {
  readonly offerKey: string
  readonly nativeSymbol: string
  /** The cap that it exceeds, so that it needs the password; null if it does not. */
  readonly exceededCap: string | null
  /** False if the network could not simulate it. */
  readonly simulated?: boolean
}

/** A user's consent: the offer shown, and the password if its fee exceeds the cap. */
export interface FeeConsented {
  readonly offerKey: string
  readonly feePassword: string | null
}
