import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDecimals, compareDecimals, fromUnits } from '../../../../../shared/money.ts'
import { denominationsOf } from '../../../../../shared/sales/denominations.ts'
import { likelyCash } from './likely-cash.ts'

it('offers the exact price first, then what customers hand over in notes', () => {
  expect(likelyCash('189.5', 'MXN')).toEqual(['189.5', '190', '200', '500', '1000'])
  expect(likelyCash('1108.5', 'MXN')).toEqual(['1108.5', '1120', '1150', '1200', '1500', '2000'])
  expect(likelyCash('18.75', 'USD')).toEqual(['18.75', '19', '20', '50', '100'])
})

it('offers no note that is far too large, and small change only where notes leave room', () => {
  expect(likelyCash('3.2', 'MXN')).toEqual(['3.2', '4', '5', '10', '20'])
  expect(likelyCash('21', 'MXN')).toEqual(['21', '30', '40', '50', '100', '200'])
  expect(likelyCash('200', 'MXN')).toEqual(['200', '500', '1000'])
})

it('rounds up to common notes where the currency’s own are not known', () => {
  expect(likelyCash('993', 'XAF')).toEqual(['993', '995', '1000'])
})

it('offers distinct amounts that suffice, the least first, and no more than one largest note above the price', () => {
  const currencies = ['ARS', 'BOB', 'BRL', 'CAD', 'CLP', 'COP', 'DOP', 'EUR', 'GBP', 'GTQ', 'MXN', 'PEN', 'PYG', 'USD']
  fc.assert(
    fc.property(fc.constantFrom(...currencies), fc.bigInt({ min: 1n, max: 10n ** 9n }), (currency, cents) => {
      const price = fromUnits(cents, 2)
      const offered = likelyCash(price, currency)
      expect(offered[0]).toBe(price)
      expect(new Set(offered).size).toBe(offered.length)
      expect(offered).toEqual([...offered].sort(compareDecimals))
      const most = addDecimals([price, denominationsOf(currency)!.bills[0]!])
      expect(offered.every((amount) => compareDecimals(amount, price) >= 0)).toBe(true)
      expect(offered.every((amount) => compareDecimals(amount, most) <= 0)).toBe(true)
    }),
  )
})
