import { expect, it } from 'vitest'
import { sale } from '../../testing/sales/sale.ts'
import type { PurchaseFigures } from '../purchases/purchase-figures.ts'
import { hideAmounts, toSaleRecord } from './sale-record.ts'
import type { Sale } from './sales-repository.ts'

const refunded = (shift: number, delivered: boolean): Sale => ({
  ...sale,
  returned: { shift, at: 2, by: null, reason: 'not-delivered', note: null, delivered },
})

it.each([
  ['that stands', sale, { cost: '90', margin: '10', costLost: '0' }],
  ['refunded in its own shift', refunded(1, false), { cost: '0', margin: '0', costLost: '0' }],
  ['refunded in a later shift', refunded(2, false), { cost: '90', margin: '0', costLost: '0' }],
  ['refunded after its delivery', refunded(2, true), { cost: '90', margin: '0', costLost: '90' }],
])('a sale %s has the cost of its shift’s report', (_, one, expected) => {
  expect(toSaleRecord(one, null, 'whole')).toMatchObject({ price: '100', change: '100', ...expected })
})

it('a sale of an uncounted drawer has no amount, in cash or in coins', () => {
  const row = { reference: null, tokenSymbol: 'USDC', networkName: 'Harbour', status: 'delivered' }
  const bought = { row, paid: '5.1', serviceFee: '0.15', networkFee: null } as unknown as PurchaseFigures
  const shown = toSaleRecord(refunded(1, true), bought, 'whole')
  const amounts = ['100', '200', '90', '5.1', '0.15']
  expect(amounts.filter((amount) => !Object.values(shown).includes(amount))).toEqual([])
  expect(Object.values(hideAmounts(shown)).filter((value) => amounts.includes(String(value)))).toEqual([])
})
