import { expect } from 'vitest'
import { mountTill, type MountedTill } from './mount-till.ts'

export const checkoutPath = '/checkout/lumo_MX_200-I'

/** Opens the checkout of a top-up, and waits until a price can be asked for. */
export async function openCheckout(given: Parameters<typeof mountTill>[1] = {}): Promise<MountedTill> {
  const till = await mountTill(checkoutPath, given)
  await till.until(() => till.field('Phone number'))
  await till.until(() => expect(till.isOff('See price')).toBe(false))
  return till
}

/** Types a number and waits for its price. */
export async function askPrice(till: MountedTill): Promise<void> {
  await till.type('Phone number', '5512345678')
  await till.press('See price')
  await till.until(() => till.button('Pay 11.05 USDC (≈ MX$203.88)'))
}

/** Pays the price on screen, once it can be paid. */
export async function pay(till: MountedTill): Promise<void> {
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
  await till.press('Pay 11.05 USDC (≈ MX$203.88)')
}
