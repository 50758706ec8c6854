import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareDecimals, fromUnits } from '../../../../../shared/money.ts'
import { likelyCash } from './likely-cash.ts'

it('offers the exact price first, then what customers hand over in notes', () => {
  expect(likelyCash('189.5')).toEqual(['189.5', '190', '200', '500', '1000'])
  expect(likelyCash('3.2')).toEqual(['3.2', '4', '5', '10', '20'])
})

it('offers single notes that suffice, and none that is far too large', () => {
  expect(likelyCash('21')).toEqual(['21', '25', '30', '40', '50', '100'])
  expect(likelyCash('200')).toEqual(['200', '500', '1000'])
  expect(likelyCash('993')).toEqual(['993', '995', '1000'])
  expect(likelyCash('120000')).toEqual(['120000', '150000'])
})

it('never offers less than the price, nor an amount twice', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), (cents) => {
      const price = fromUnits(cents, 2)
      const offered = likelyCash(price)
      expect(offered[0]).toBe(price)
      expect(new Set(offered).size).toBe(offered.length)
      expect(offered.every((amount) => compareDecimals(amount, price) >= 0)).toBe(true)
    }),
  )
})
