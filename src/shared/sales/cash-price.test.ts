import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cashPrice, ruleFor, type MarkupRule } from './cash-price.ts'
import { addDecimals, fromUnits, toUnits } from '../money.ts'

const none = { percent: '0', fixed: '0', upTo: null }

describe('a price in cash', () => {
  it('adds the share, then the fixed amount, then rounds up to the next coin', () => {
    // 11.05 dollars at 17.20 pesos are 190.06; 5 % are 9.503, and 3 pesos make 202.563.
    const { price, cost, margin } = cashPrice('11.05', '17.2', { percent: '5', fixed: '3', upTo: '0.5' }, 2)
    expect([cost, price, margin]).toEqual(['190.06', '203', '12.94'])
    expect(cashPrice('11.05', '17.2', { ...none, upTo: '10' }, 2).price).toBe('200')
    expect(cashPrice('11.05', '17.2', none, 2)).toEqual({ cost: '190.06', price: '190.06', margin: '0' })
  })

  it('supports currencies without decimals and with three decimals', () => {
    expect(cashPrice('1.001', '900', none, 0).price).toBe('901')
    expect(cashPrice('1.0001', '0.385', none, 3).price).toBe('0.386')
  })

  it('is never below the cost, in whole coins, and less than a coin above the exact price', () => {
    const decimal = (most: number, decimals: number): fc.Arbitrary<string> =>
      fc.bigInt({ min: 0n, max: BigInt(most) * 10n ** BigInt(decimals) }).map((units) => fromUnits(units, decimals))
    const coins = fc.constantFrom(
      { decimals: 0, upTo: null, coin: '1' },
      { decimals: 0, upTo: '0.5', coin: '1' },
      { decimals: 0, upTo: '10', coin: '10' },
      { decimals: 2, upTo: null, coin: '0.01' },
      { decimals: 2, upTo: '0.05', coin: '0.05' },
      { decimals: 2, upTo: '5', coin: '5' },
      { decimals: 3, upTo: '0.001', coin: '0.001' },
    )
    // In units of 10^-100, in which every amount here is a whole number.
    const whole = (amount: string): bigint => toUnits(amount, 100)
    fc.assert(
      fc.property(
        decimal(10_000, 18),
        decimal(20_000, 6),
        decimal(300, 4),
        decimal(1000, 3),
        coins,
        (dollars, rate, percent, fixed, { decimals, upTo, coin }) => {
          const { price, cost, margin } = cashPrice(dollars, rate, { percent, fixed, upTo }, decimals)
          expect(addDecimals([cost, margin])).toBe(price)
          expect(whole(cost) * 10n ** 100n >= whole(dollars) * whole(rate)).toBe(true)
          expect(whole(price) % whole(coin)).toBe(0n)
          const exact = whole(cost) + (whole(cost) * whole(percent)) / whole('100') + whole(fixed)
          expect(whole(price) >= exact && whole(price) < exact + whole(coin)).toBe(true)
        },
      ),
    )
  })
})

describe('the rule for a product', () => {
  const rule = (given: Partial<MarkupRule>): MarkupRule => ({
    ...none,
    productType: null,
    brandSlug: null,
    country: null,
    ...given,
  })
  const product = { productType: 'topup', brandSlug: 'lumo', country: 'MX' }

  it('is the most specific one: by brand, then by country, then by type, then the general one', () => {
    const [all, type, country, brand] = [
      rule({}),
      rule({ productType: 'topup' }),
      rule({ country: 'MX' }),
      rule({ brandSlug: 'lumo' }),
    ]
    expect(ruleFor(product, [brand, country, type, all])).toBe(brand)
    expect(ruleFor(product, [all, type, country])).toBe(country)
    expect(ruleFor(product, [type, all])).toBe(type)
    expect(
      ruleFor({ ...product, productType: 'esim', brandSlug: 'vireo', country: null }, [brand, country, type]),
    ).toBeNull()
    expect(ruleFor(product, [rule({ brandSlug: 'lumo', country: 'CO' }), all])).toBe(all)
  })

  it('is the later one of two equally specific ones', () => {
    const [first, second] = [rule({ country: 'MX', percent: '1' }), rule({ country: 'MX', percent: '2' })]
    expect(ruleFor(product, [first, second])).toBe(second)
  })
})
