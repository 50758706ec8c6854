import type { Usages } from './usage.ts'
import { answerUsages } from './usages/answers.ts'
import { networkUsages } from './usages/networks.ts'
import { productUsages } from './usages/products.ts'
import { quoteUsages } from './usages/quotes.ts'
import { walletUsages } from './usages/wallets.ts'

/** The usage of every word of the interface, by the names that `wordsOf` returns. */
export const usages: Usages = {
  ...productUsages,
  ...networkUsages,
  ...quoteUsages,
  ...walletUsages,
  ...answerUsages,
}
