/** What a consent to a network fee is about: exact decimal text of the most it can be, in the network's own coin. */
export interface FeeOffered {
  readonly offerKey: string
  readonly networkFeeAtMost: string
  readonly nativeSymbol: string
  /** False where the network could not try it out first. */
  readonly simulated?: boolean
}
