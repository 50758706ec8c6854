import type { Purchases } from '../../src/main/purchases/create-purchases.ts'
import type { Choice } from '../../src/main/purchases/quote/offer.ts'
import type { ProfileService } from '../../src/main/service/service-client.ts'
import { confirmationOf } from '../../src/testing/purchases/consent.ts'

/** Buys as a person who accepts the terms and nothing unusual. */
export async function buy(
  purchases: Purchases,
  service: ProfileService,
  choice: Choice,
  repeatOf: string | null = null,
): Promise<void> {
  const offer = await purchases.quote(service, choice, null, repeatOf)
  await purchases.confirm(confirmationOf(offer))
}
