import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromUnits, toUnits } from '../money.ts'
import { denominationsOf, isDenomination, sumOfPieces, type Piece } from './denominations.ts'

const currencies = ['ARS', 'BOB', 'BRL', 'CAD', 'CLP', 'COP', 'DOP', 'EUR', 'GBP', 'GTQ', 'MXN', 'PEN', 'PYG', 'USD']
const piecesOf = (currency: string): Omit<Piece, 'count'>[] => {
  const { bills = [], coins = [] } = denominationsOf(currency) ?? {}
  return [
    ...bills.map((value) => ({ kind: 'bill', value }) as const),
    ...coins.map((value) => ({ kind: 'coin', value }) as const),
  ]
}

describe('the pieces of a drawer', () => {
  it.each(currencies)('%s has each bill and each coin once, largest first, in its own decimals', (currency) => {
    const found = denominationsOf(currency)
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    for (const values of [found?.bills ?? [], found?.coins ?? []]) {
      const units = values.map((value) => toUnits(value, maximumFractionDigits))
      expect(units.length).toBeGreaterThan(3)
      expect(units).toEqual([...new Set(units)].sort((a, b) => (a < b ? 1 : -1)))
    }
  })

  it('add up exactly, for any number of each piece', () => {
    const counted = fc.constantFrom(...currencies).chain((currency) => {
      const all = piecesOf(currency)
      return fc
        .array(fc.nat({ max: 100_000 }), { minLength: all.length, maxLength: all.length })
        .map((counts) => all.map((piece, index): Piece => ({ ...piece, count: counts[index] ?? 0 })))
    })
    fc.assert(
      fc.property(counted, (pieces) => {
        const cents = pieces.reduce((sum, { value, count }) => sum + toUnits(value, 2) * BigInt(count), 0n)
        expect(sumOfPieces(pieces)).toBe(fromUnits(cents, 2))
      }),
    )
  })

  it('are told apart by kind: a peso coin is no bill, and no currency has pieces of another', () => {
    expect(isDenomination('MXN', { kind: 'coin', value: '20' })).toBe(true)
    expect(isDenomination('MXN', { kind: 'bill', value: '20.00' })).toBe(true)
    expect(isDenomination('MXN', { kind: 'bill', value: '5' })).toBe(false)
    expect(isDenomination('EUR', { kind: 'coin', value: '0.25' })).toBe(false)
    expect(isDenomination('XAF', { kind: 'bill', value: '1000' })).toBe(false)
    expect(denominationsOf('XAF')).toBeNull()
  })
})
