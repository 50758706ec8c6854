import { expect, test } from 'vitest'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { recentsOf } from './recents.ts'

test('lists delivered purchases once per product and recipient, latest first', () => {
  const rows = [
    scriptedPurchase(1, 'delivered', 1),
    scriptedPurchase(2, 'delivered', 2),
    ...(['not-paid', 'failed', 'refunded', 'needs-you', 'on-its-way', 'paying'] as const).map((status, index) =>
      scriptedPurchase(10 + index, status, 3, { reference: `+52000000000${index}` }),
    ),
    scriptedPurchase(4, 'delivered', 4, { reference: '+521111111111' }),
  ]
  expect(recentsOf(rows, 4).map(({ id }) => id.at(-1))).toEqual(['1', '4'])
  expect(recentsOf(rows, 1)).toHaveLength(1)
})
