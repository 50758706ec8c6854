import { expect, it } from 'vitest'
import { priceOfRound } from './price-of-round.ts'

const NOW = Date.UTC(2026, 2, 4, 12, 0, 0, 999)
const second = BigInt(Math.floor(NOW / 1000))
const HOUR = 3_600n
const sound = { decimals: 8, answer: 300_012_345_678n, updatedAt: second - HOUR }

it.each([
  ['an hour old', {}],
  ['of this second', { updatedAt: second }],
  ['26 hours old, on a feed that is updated once a day', { updatedAt: second - 26n * HOUR }],
  ['five minutes ahead of this computer’s clock', { updatedAt: second + 300n }],
  ['the smallest price', { answer: 1n }],
])('takes a round %s', (_, parts) => {
  const round = { ...sound, ...parts }
  expect(priceOfRound(round, NOW)).toBe(round.answer)
})

it.each([
  ['without a price', { answer: 0n }],
  ['with a negative price', { answer: -1n }],
  ['with an absurd price', { answer: 10n ** 16n }],
  ['with the highest number of all', { answer: 2n ** 255n - 1n }],
  ['of other decimals', { decimals: 18 }],
  ['more than 26 hours old', { updatedAt: second - 26n * HOUR - 1n }],
  ['that was never updated', { updatedAt: 0n }],
  ['of the future', { updatedAt: second + 301n }],
  ['of a time beyond all clocks', { updatedAt: 2n ** 256n - 1n }],
])('takes no round %s', (_, parts) => {
  expect(priceOfRound({ ...sound, ...parts }, NOW)).toBeNull()
})
