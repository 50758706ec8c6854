import fc from 'fast-check'
import { parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { listPrice } from '../../catalog/price.ts'
import { movement, priceQuote, roundTotal } from './pricing.ts'

describe('priceQuote', () => {
  it('is exact in the token’s decimals, and its total is amount plus fee', () => {
    const currencies = fc.constantFrom('USD', 'PEN', 'IDR', 'KWD', 'LBP', 'EUR')
    fc.assert(
      fc.property(
        currencies,
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(6, 18),
        fc.nat(),
        (currency, cents, decimals, now) => {
          const price = listPrice(cents / 100, currency)
          const priced = priceQuote(price, decimals, movement(currency, now * 1000))
          const units = (amount: string) => parseUnits(amount, decimals)
          for (const amount of [priced.digitalAssetAmount, priced.feeAmount, priced.totalAmount]) {
            expect(amount.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals)
          }
          expect(units(priced.digitalAssetAmount) + units(priced.feeAmount)).toBe(units(priced.totalAmount))
          expect(units(priced.totalAmount)).toBe(priced.totalUnits)
          expect(units(priced.feeAmount) * 1000n).toBeGreaterThanOrEqual(units(priced.digitalAssetAmount) * 15n)
        },
      ),
    )
  })

  it('rounds a total down to cents where the parts do not add up to it', () => {
    const priced = priceQuote(listPrice(5, 'USD'), 6, 1)
    expect(priced).toMatchObject({ digitalAssetAmount: '5', feeAmount: '0.075', totalAmount: '5.075' })
    expect(roundTotal(priced, 6)).toEqual({ ...priced, totalAmount: '5.07', totalUnits: 5_070_000n })
  })

  it('moves over time, by at most 0.4 %', () => {
    const moves = Array.from({ length: 500 }, (_, index) => movement('PEN', index * 7000))
    expect(Math.max(...moves)).toBeLessThanOrEqual(1.004)
    expect(Math.min(...moves)).toBeGreaterThanOrEqual(0.996)
    expect(new Set(moves).size).toBeGreaterThan(200)
  })
})
