import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDecimals, fromUnits } from '../../../../shared/money.ts'
import { shareOut } from './share-out.ts'

test('shares by weights, and loses no cent to rounding', () => {
  expect(shareOut('1', 2, ['1', '1', '1'])).toEqual(['0.33', '0.34', '0.33'])
  expect(shareOut('800', 0, ['5', '0', '3'])).toEqual(['500', '0', '300'])
  expect(shareOut('1', 2, ['0', '0'])).toEqual(['0', '0'])
})

test('shares add up to the amount, and each is less than a cent beside its exact share', () => {
  const weight = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((units) => fromUnits(units, 18))
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.array(weight, { minLength: 1 }), (cents, weights) => {
      const all = Number(addDecimals(weights))
      fc.pre(all > 0)
      const shares = shareOut(fromUnits(cents, 2), 2, weights)
      expect(addDecimals(shares)).toBe(fromUnits(cents, 2))
      for (const [index, share] of shares.entries())
        expect(Math.abs(Number(share) * 100 - (Number(cents) * Number(weights[index])) / all)).toBeLessThan(1.01)
    }),
  )
})
