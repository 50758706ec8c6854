import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, fromUnits, isDecimal, scaleUp, showDecimal, toUnits } from './money.ts'

const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const decimals = fc.integer({ min: 0, max: 30 })

describe('money', () => {
  it('converts units to text and back without losing a digit', () => {
    fc.assert(
      fc.property(units, decimals, (n, d) => {
        expect(toUnits(fromUnits(n, d), d)).toBe(n)
      }),
    )
  })

  it('refuses signs, exponents, separators and amounts that need rounding', () => {
    for (const text of ['', '-1', '+1', '1e3', '1,5', ' 1', '.5', '1.', '01', 'NaN', '0x1'])
      expect(isDecimal(text)).toBe(false)
    expect(() => toUnits('0.0000001', 6)).toThrow(RangeError)
    expect(toUnits('1.500000000', 6)).toBe(1_500_000n)
  })

  it('scales up to less than a smallest part above the exact share', () => {
    const amount = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
    fc.assert(
      fc.property(amount, amount, amount, (...given) => {
        const [value, a, b] = given.map(([n, d]) => fromUnits(n, d)) as [string, string, string]
        const product = toUnits(value, 18) * toUnits(a, 18) * 10n ** 18n
        const by = toUnits(b, 18) * 10n ** 18n
        const scaled = toUnits(scaleUp(value, a, b), 18)
        expect(scaled * by >= product && (scaled - 1n) * by < product).toBe(true)
      }),
    )
    expect(() => scaleUp('1', '1', '0')).toThrow(RangeError)
  })

  it('adds up exactly', () => {
    fc.assert(
      fc.property(fc.array(units, { maxLength: 5 }), (all) => {
        const sum = all.reduce((some, one) => some + one, 0n)
        expect(addDecimals(all.map((one) => fromUnits(one, 18)))).toBe(fromUnits(sum, 18))
      }),
    )
  })

  it('compares texts like the numbers they represent', () => {
    fc.assert(
      fc.property(units, units, decimals, (a, b, d) => {
        expect(Math.sign(compareDecimals(fromUnits(a, d), fromUnits(b, d)))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })

  it('rounds costs up and balances down', () => {
    fc.assert(
      fc.property(units, decimals, fc.integer({ min: 0, max: 8 }), (n, d, most) => {
        const exact = fromUnits(n, d)
        expect(compareDecimals(showDecimal(exact, 0, most, 'up'), exact)).toBeGreaterThanOrEqual(0)
        expect(compareDecimals(showDecimal(exact, 0, most, 'down'), exact)).toBeLessThanOrEqual(0)
      }),
    )
    expect(showDecimal('10.4', 2, 2, 'up')).toBe('10.40')
    expect(showDecimal('1.0000001', 2, 2, 'up')).toBe('1.01')
    expect(showDecimal('1.999', 2, 2, 'down')).toBe('1.99')
  })
})
