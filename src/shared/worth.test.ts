import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readingCurrency, worthOf } from './worth.ts'

test('converts by the rate, balances down and costs up, without errors of binary fractions', () => {
  expect(worthOf(1474.31, 'MXN', { MXN: 19.08 }, 2, 'down')).toBe(28_129.83)
  expect(worthOf(5.24, 'USD', { USD: 1 }, 2, 'up')).toBe(5.24)
  expect(worthOf(5.24, 'USD', { USD: 1 }, 2, 'down')).toBe(5.24)
  expect(worthOf(5.241, 'USD', { USD: 1 }, 2, 'up')).toBe(5.25)
  expect(worthOf(5.24, 'JPY', { JPY: 155 }, 0, 'down')).toBe(812)
})

test('is unknown without a rate, and never 0', () => {
  expect(worthOf(5, 'MXN', {}, 2, 'up')).toBeNull()
  expect(worthOf(0, 'MXN', { MXN: 19 }, 2, 'up')).toBeNull()
  expect(worthOf(0.0001, 'MXN', { MXN: 19 }, 2, 'down')).toBeNull()
})

test('never shows a balance above its worth or a cost below it, and is less than a cent away', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.double({ min: 0.001, max: 1e5, noNaN: true }),
      (cents, perCoin) => {
        const exact = (cents / 100) * perCoin
        const slack = exact * 1e-11
        const down = worthOf(cents / 100, 'MXN', { MXN: perCoin }, 2, 'down') ?? 0
        const up = worthOf(cents / 100, 'MXN', { MXN: perCoin }, 2, 'up') ?? 0
        expect(down).toBeLessThanOrEqual(exact + slack)
        expect(up).toBeGreaterThanOrEqual(exact - slack)
        expect(up - down).toBeLessThanOrEqual(0.0101 + slack)
      },
    ),
  )
})

test('shows what each product costs by its own price in coins, which is what is paid, not its amount by one rate', () => {
  const rates = { GTQ: 7.697 }
  const [hundred, twoHundred] = ['5.27', '10.53'].map((coins) => worthOf(Number(coins), 'GTQ', rates, 2, 'up'))
  expect([hundred, twoHundred]).toEqual([40.57, 81.05])
})

test('prices are read in the currency of the first country with a rate, else of the first, and in dollars without a country', () => {
  const codes: Readonly<Record<string, string>> = { MX: 'MXN', BR: 'BRL' }
  const read = (countries: readonly (string | null)[], rates: readonly string[]): string | null =>
    readingCurrency(
      countries,
      (iso2) => codes[iso2] ?? null,
      (code) => rates.includes(code),
    )
  expect(read(['MX', 'BR'], ['MXN', 'BRL'])).toBe('MXN')
  expect(read(['MX', 'BR'], ['BRL'])).toBe('BRL')
  expect(read(['MX', 'BR'], [])).toBe('MXN')
  expect(read([null, 'BR'], [])).toBe('BRL')
  expect(read(['ZZ'], ['MXN'])).toBeNull()
  expect(read([null, null], [])).toBe('USD')
})
