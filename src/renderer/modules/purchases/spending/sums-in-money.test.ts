import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDecimals, fromUnits, type Decimal } from '../../../../shared/money.ts'
import type { MoneyView } from '../../../../shared/scalars.ts'
import { worthOf } from '../../../../shared/worth.ts'
import { coinsInMoney, partsInMoney, totalOf } from './sums-in-money.ts'

const decimals = { MXN: 2, JPY: 0 } as const
const inMoney =
  (currency: keyof typeof decimals, perCoin: number) =>
  (dollars: Decimal): MoneyView | null => {
    const amount = worthOf(Number(dollars), currency, { [currency]: perCoin }, decimals[currency], 'up')
    return amount === null ? null : { currency, amount: String(amount) }
  }
interface Part {
  readonly paid: Decimal
  readonly refunded: Decimal
  readonly shown: { currency: string; amount: Decimal; rest: Decimal } | null
}
/** What main adds up of purchases: they are kept in one currency, or not at all. */
function added(parts: readonly Part[]): Part {
  const shown = parts.flatMap((part) => part.shown ?? [])
  const [first] = shown
  const rest = parts.map((part) => part.shown?.rest ?? part.paid)
  return {
    paid: addDecimals(parts.map(({ paid }) => paid)),
    refunded: addDecimals(parts.map(({ refunded }) => refunded)),
    shown: first
      ? { currency: first.currency, amount: addDecimals(shown.map(({ amount }) => amount)), rest: addDecimals(rest) }
      : null,
  }
}

test('parts add up to the sum, whatever was kept and whatever today’s price is', () => {
  const coins = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((units) => fromUnits(units, 6))
  const cents = fc.bigInt({ min: 1n, max: 10n ** 9n })
  const part = (currency: keyof typeof decimals) =>
    fc.oneof(
      coins.map((paid): Part => ({ paid, refunded: '0', shown: null })),
      fc.record({ paid: coins, cents, rest: fc.constantFrom(0, 1) }).map(({ paid, cents: kept, rest }): Part => {
        const amount = fromUnits(kept, decimals[currency])
        return { paid, refunded: '0', shown: { currency, amount, rest: rest === 0 ? '0' : paid } }
      }),
    )
  const month = fc.constantFrom('MXN' as const, 'JPY' as const).chain((currency) =>
    fc.record({
      parts: fc.array(part(currency), { minLength: 1, maxLength: 8 }),
      perCoin: fc.double({ min: 0.01, max: 30_000, noNaN: true }),
      today: fc.constantFrom('MXN' as const, 'JPY' as const),
    }),
  )
  fc.assert(
    fc.property(month, ({ parts, perCoin, today }) => {
      const [sum = null] = coinsInMoney([{ symbol: 'USDC', ...added(parts) }], inMoney(today, perCoin))
      const each = partsInMoney(sum!, parts).filter((one) => one !== null)
      expect(new Set(each.map((one) => one.currency))).toEqual(new Set(each.length > 0 ? [sum!.currency] : []))
      expect(addDecimals(each.map(({ amount }) => amount))).toBe(totalOf([sum!])?.amount ?? '0')
    }),
    { numRuns: 500 },
  )
})

const usdc = (part: Part) => ({ symbol: 'USDC', ...part })

test('shows nothing of a part that was refunded, and no 0', () => {
  const parts = [
    { paid: '5.1', refunded: '5.1', shown: null },
    { paid: '10.2', refunded: '0', shown: null },
  ]
  const [sum = null] = coinsInMoney([usdc(added(parts))], inMoney('MXN', 20))
  expect(partsInMoney(sum!, parts)).toEqual([null, { currency: 'MXN', amount: '204' }])
  expect(totalOf([])).toBeNull()
})

test('several coins are added up as each is shown alone, unless their currencies differ', () => {
  const part = (paid: string, currency: string | null): Part => ({
    paid,
    refunded: '0',
    shown: currency === null ? null : { currency, amount: '100', rest: '0.001' },
  })
  const alone = (one: Part) => coinsInMoney([usdc(one)], inMoney('MXN', 20))[0]
  const [one, other] = [part('5', 'MXN'), part('3.0001', null)]
  const both = coinsInMoney([usdc(one), { ...usdc(other), symbol: 'DAI' }], inMoney('MXN', 20))
  expect(both).toEqual([alone(one), { ...alone(other), prices: 'partly' }])
  expect(totalOf(both.filter((sum) => sum !== null))).toEqual({ currency: 'MXN', amount: '160.03' })
  const mixed = coinsInMoney([usdc(one), usdc(part('5', 'BRL'))], inMoney('MXN', 20))
  expect(mixed.map((sum) => sum?.prices)).toEqual(['today', 'today'])
})

test('is unknown without a price of today, and for a coin that is no dollar', () => {
  const part = { paid: '5.1', refunded: '0', shown: null }
  expect(coinsInMoney([usdc(part)], () => null)).toEqual([null])
  expect(coinsInMoney([{ symbol: 'EURC', ...part }], inMoney('MXN', 20))).toEqual([null])
})
