import type { Choice } from '../../src/main/purchases/offer.ts'
import type { NetworkKey, TestTown, TokenKey } from '../../src/main/purchases/test-town.ts'
import { choiceOf } from '../world/choice-of.ts'

/** What is bought: on which network with which token, and whether the service fails to deliver it and pays back. */
export interface Wish {
  readonly network: NetworkKey
  readonly token: TokenKey
  readonly fails: boolean
}

/** A wish as Till takes it, delivered to a place that tells it from the others of its wallet. */
export function choiceAt(town: TestTown, { network, token, fails }: Wish, place: number): Choice {
  const reference = fails ? `someone${place}@example.com` : `+1201555012${place}`
  return choiceOf(town.network(network), { token, fails, reference })
}
