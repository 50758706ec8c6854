import { expect, it } from 'vitest'
import { benchSales } from '../bench/sales.ts'

it('customers are served over real chains on a simulated clock, and their purchases are followed to the end', async () => {
  const figures = await benchSales(8, 8)
  expect(figures).toMatchObject({ sales: 8, tracked: 8, refunded: 1, turnedAway: 0, answered429: 0, ok: true })
  expect(figures.byClass).toMatchObject({ quote: 8, registration: 8, browsing: 5 })
  expect(figures.secondsToDelivered.median).toBeLessThan(20)
}, 120_000)
