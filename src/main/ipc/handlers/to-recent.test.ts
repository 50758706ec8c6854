import { expect, it } from 'vitest'
import { purchaseRowView } from '../../../shared/purchases/views.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import { toRecent } from './to-recent.ts'

const catalog: Pick<CatalogStore, 'use'> = { use: () => null as never }

it.each([
  ['+525512345678', '+52 55 1234 5678'],
  ['ana@example.org', 'ana@example.org'],
  [null, null],
])('shows the reference %j of a purchase to buy again as %j, and keeps it as it was sent', (reference, shown) => {
  const purchase = purchaseRowView.parse(scriptedPurchase(1, 'delivered', 1, { reference }))
  expect(toRecent(catalog as CatalogStore, () => null, purchase)).toMatchObject({ reference, groupedReference: shown })
})
