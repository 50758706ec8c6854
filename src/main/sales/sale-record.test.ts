import { expect, it } from 'vitest'
import { toSaleRecord } from './sale-record.ts'
import type { Sale } from './sales-repository.ts'

const sale: Sale = {
  number: 1,
  purchaseId: 'p',
  shift: 3,
  currency: 'MXN',
  clerkId: null,
  by: null,
  at: 1,
  sku: 'lumo',
  product: 'Lumo',
  price: '100',
  cost: '90',
  given: '200',
  printed: false,
  returned: null,
}
const refunded = (shift: number, delivered: boolean): Sale => ({
  ...sale,
  returned: { shift, at: 2, by: null, reason: 'not-delivered', note: null, delivered },
})

it.each([
  ['that stands', sale, { cost: '90', margin: '10', costLost: '0' }],
  ['refunded in its own shift', refunded(3, false), { cost: '0', margin: '0', costLost: '0' }],
  ['refunded in a later shift', refunded(4, false), { cost: '90', margin: '0', costLost: '0' }],
  ['refunded after its delivery', refunded(4, true), { cost: '90', margin: '0', costLost: '90' }],
])('a sale %s has the cost of its shift’s report', (_, one, expected) => {
  expect(toSaleRecord(one, null, 'whole')).toMatchObject({ price: '100', change: '100', ...expected })
})
