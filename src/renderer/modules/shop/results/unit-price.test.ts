import { expect, test } from 'vitest'
import { scriptedVariant } from '../../../../testing/fixtures/catalog.ts'
import { unitPrice } from './unit-price.ts'

const plan = (gigabytes: string | null, coins: string) =>
  scriptedVariant({
    sku: 's',
    brandSlug: 'b',
    brandName: 'B',
    price: { fiatCurrency: 'EUR', fiatValue: '1', stableCoinCurrency: 'USDC', stableCoinValue: coins },
    data: { gigabytes, unlimited: false, speeds: [] },
    voice: { minutes: '100', unlimited: false },
    durationDays: '30',
  })

test('returns the price of a GB, a day and a minute in coins', () => {
  expect(unitPrice(plan('5', '2.1'), 'perGB')).toBe('0.42')
  expect(unitPrice(plan('0.5', '2.1'), 'perGB')).toBe('4.2')
  expect(unitPrice(plan('5', '3'), 'perDay')).toBe('0.1')
  expect(unitPrice(plan('5', '3'), 'perMinute')).toBe('0.03')
})

test('never rounds down', () => {
  expect(unitPrice(plan('3', '1'), 'perGB')).toBe('0.333333333333333334')
})

test('returns null for a missing, zero or invalid amount', () => {
  for (const amount of [null, '0', '0.0', '-1', 'many', `0.${'0'.repeat(30)}1`])
    expect(
      unitPrice({ ...plan(null, '1'), data: { gigabytes: amount, unlimited: false, speeds: [] } }, 'perGB'),
    ).toBeNull()
})
