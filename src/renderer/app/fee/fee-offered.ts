/** The offer that a user consents to: the maximum network fee as exact decimal text, in the network's own coin. */
export interface FeeOffered {
  readonly offerKey: string
  readonly networkFeeAtMost: string
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
