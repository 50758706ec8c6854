/** What a consent to a network fee is about: exact decimal text of the most it can be, in the network's own coin. */
export interface FeeOffered {
  readonly offerKey: string
  readonly networkFeeAtMost: string
  readonly nativeSymbol: string
  /** The cap that it is above, so that it takes the password; null where it is not. */
  readonly passedCap: string | null
  /** False where the network could not try it out first. */
  readonly simulated?: boolean
}

/** What a person agrees to: the offer that was shown, and the password where its fee is above the cap. */
export interface FeeConsented {
  readonly offerKey: string
  readonly feePassword: string | null
}
