import { expect, test } from 'vitest'
import { scriptedPurchase } from '../../../../e2e/support/scripted-state.ts'
import { recentsOf } from './recents.ts'

test('each product and recipient comes once, the latest first, and what was never paid not at all', () => {
  const rows = [
    scriptedPurchase(1, 'delivered', 1),
    scriptedPurchase(2, 'delivered', 2),
    scriptedPurchase(3, 'not-paid', 3, { reference: '+520000000000' }),
    scriptedPurchase(4, 'failed', 4, { reference: '+521111111111' }),
  ]
  expect(recentsOf(rows, 4).map(({ id }) => id.at(-1))).toEqual(['1', '4'])
  expect(recentsOf(rows, 1)).toHaveLength(1)
})
