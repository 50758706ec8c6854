import { expect, it } from 'vitest'
import {
  toTyped,
  ambiguousAmounts,
  typedAmount,
  typedCash,
  typedClearly,
  typedPercent,
  typedRate,
} from './typed-amount.ts'

it.each([
  ['1500', '1500'],
  ['0', '0'],
  [' 1500.50 ', '1500.50'],
  ['1868,5', '1868.5'],
  ['20.', '20'],
  ['20,', '20'],
  ['0,125', '0.125'],
  ['0.125', '0.125'],
  ['17.235', '17.235'],
  ['1,0005', '1.0005'],
  ['2,011.77', '2011.77'],
  ['2.011,77', '2011.77'],
  ['1,234,567', '1234567'],
  ['1.234.567,8', '1234567.8'],
])('%s is %s', (text, amount) => {
  expect(typedAmount(text)).toBe(amount)
})

it.each(['', 'ten', '-5', '1e3', '1,5,0', '1,50.0', '1.5,000', '007', '2,011', '16,500', '2,011,77'])(
  '%s is not an amount',
  (text) => {
    expect(typedAmount(text)).toBeNull()
  },
)

it('rejects cash that may mean a thousand times as much', () => {
  for (const text of ['1.500', '1,500', ' 2.011 ', '1.500,', '1.500.']) expect(typedCash(text, 'MXN')).toBeNull()
  expect(typedCash('1.500', 'JPY')).toBeNull()
  expect(typedCash('1.500', 'KWD')).toBe('1.500')
  expect(typedCash('0.500', 'MXN')).toBe('0.500')
  expect(typedCash('1,500.50', 'MXN')).toBe('1500.50')
})

it.each([
  ['16.500', '16500', '16.5'],
  ['16,500', '16500', '16.5'],
  [' 1,234 ', '1234', '1.2340'],
  ['16.500,', '16500', '16.5'],
  ['120.000', '120000', '120'],
])('rejects a rate of %s, which may mean %s or %s', (text, thousands, fraction) => {
  expect(typedClearly(text)).toBeNull()
  expect(ambiguousAmounts(text)).toEqual({ thousands, fraction })
  expect([typedClearly(thousands), typedClearly(fraction)]).toEqual([thousands, fraction])
})

it.each([
  ['17.2', '17.2'],
  ['17,25', '17.25'],
  ['0.307', '0.307'],
  ['17.2350', '17.2350'],
  ['16500', '16500'],
  ['16,500.25', '16500.25'],
  ['16.500,25', '16500.25'],
  ['1.234.567', '1234567'],
])('a rate of %s is %s', (text, rate) => {
  expect(ambiguousAmounts(text)).toBeNull()
  expect(typedClearly(text)).toBe(rate)
})

it('formats an amount so that it parses to the same', () => {
  for (const amount of ['17.235', '1.500', '100.000', '0.307', '17.2', '16500', '1234.567']) {
    for (const sign of ['.', ','] as const) {
      expect(Number(typedClearly(toTyped(amount, sign)))).toBe(Number(amount))
      expect(Number(typedCash(toTyped(amount, sign), 'MXN'))).toBe(Number(amount))
    }
  }
})

it.each([
  ['$19.50', 'MXN', '19.50'],
  ['MX$ 1,500.50', 'MXN', '1500.50'],
  ['500 pesos', 'MXN', '500'],
  ['500 MXN', 'MXN', '500'],
  ['$20.', 'MXN', '20'],
  ['R$ 50,00', 'BRL', '50.00'],
  ['12,50\u00a0€', 'EUR', '12.50'],
  ['€12.50', 'EUR', '12.50'],
])('cash and rates may have the sign or the name of their currency: %s', (text, currency, amount) => {
  expect(typedCash(text, currency)).toBe(amount)
  expect(typedRate(text, currency)).toBe(amount)
})

it.each(['€50', 'USD 50', '$50$', '50 %', '$', '$1.500', '$-5'])('%s is no amount of pesos', (text) => {
  expect(typedCash(text, 'MXN')).toBeNull()
})

it('a share may have its sign', () => {
  expect(['8 %', '8%', '8', ' 2,5 % ', '%', '$8'].map(typedPercent)).toEqual(['8', '8', '8', '2.5', null, null])
})
