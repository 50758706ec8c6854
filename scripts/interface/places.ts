import type { Places } from './place.ts'
import { answerPlaces } from './places/answers.ts'
import { networkPlaces } from './places/networks.ts'
import { productPlaces } from './places/products.ts'
import { quotePlaces } from './places/quotes.ts'
import { walletPlaces } from './places/wallets.ts'

/** The place of every word of the interface, by the names that `wordsOf` returns. */
export const places: Places = {
  ...productPlaces,
  ...networkPlaces,
  ...quotePlaces,
  ...walletPlaces,
  ...answerPlaces,
}
