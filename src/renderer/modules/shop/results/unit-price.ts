import type { ProductRowView } from '../../../../shared/catalog/views.ts'
import { fromUnits, isDecimal, toUnits, type Decimal } from '../../../../shared/money.ts'

const precision = 18

type Priced = Pick<ProductRowView, 'price' | 'data' | 'voice' | 'durationDays'>

/** Returns the price of one GB, day or minute in coins, rounded up; null if the product does not say how much it gives. */
export function unitPrice(
  { price, data, voice, durationDays }: Priced,
  per: 'perGB' | 'perDay' | 'perMinute',
): Decimal | null {
  const amount = { perGB: data.gigabytes, perDay: durationDays, perMinute: voice.minutes }[per]
  if (amount === null || !isDecimal(amount) || !isDecimal(price.stableCoinValue)) return null
  try {
    const [cost, units] = [toUnits(price.stableCoinValue, precision), toUnits(amount, precision)]
    const scale = 10n ** BigInt(precision)
    return units === 0n ? null : fromUnits((cost * scale + units - 1n) / units, precision)
  } catch {
    // More decimals than any coin has: not comparable.
    return null
  }
}
