import { expect, it, vi } from 'vitest'
import { purchaseRowView } from '../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { purchaseHandlers, type PurchaseParts } from './purchase-handlers.ts'

const ana = {
  id: '1',
  name: 'Ana',
  colour: 'teal',
  phones: ['+525512345678'],
  emails: ['ana@example.org'],
  addresses: [],
}

it('lists purchases with the names of the people who got them, who are read once', async () => {
  const references = ['+525512345678', '55 1234 5678', 'ANA@example.org', '+525500000000', null]
  const purchases = references.map((reference, number) =>
    purchaseRowView.parse({ ...scriptedPurchase(number, 'delivered', number), reference }),
  )
  const list = vi.fn(() => [ana])
  const handlers = purchaseHandlers({
    people: { list },
    purchases: { search: () => Promise.resolve({ purchases, total: 5, searched: null }) },
    sales: { counterOf: () => null },
  } as unknown as PurchaseParts)
  const listed = await handlers['purchases.list']({ text: '', status: null, offset: 0, limit: 50 })
  expect(listed.purchases.map(({ person }) => person)).toEqual(['Ana', 'Ana', 'Ana', null, null])
  expect(list).toHaveBeenCalledTimes(1)
})
