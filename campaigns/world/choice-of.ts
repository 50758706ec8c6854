import type { Choice } from '../../src/main/purchases/offer.ts'
import { testChoice } from '../../src/main/purchases/test-choice.ts'

/** What is bought: paid with which token, whether the service fails to deliver it and pays back, and for whom. */
export interface ChoiceWish {
  readonly token: string
  readonly fails: boolean
  readonly reference: string
}

/** A wish as Till takes it: 5 dollars of what the sandbox sells, on a network that it lists. */
export function choiceOf(network: Parameters<typeof testChoice>[0], { fails, ...wish }: ChoiceWish): Choice {
  return testChoice(network, { ...wish, sku: `${fails ? 'sandbox' : 'juniperline'}_US_5.00-I` })
}
