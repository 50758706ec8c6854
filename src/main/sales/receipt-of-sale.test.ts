import { expect, it } from 'vitest'
import type { SaleView } from '../../shared/sales/views.ts'
import { readReceiptCode } from '../../shared/sales/receipt-code.ts'
import { receiptOfSale } from './receipt-of-sale.ts'

const sale: SaleView = {
  purchaseId: '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d',
  number: 7,
  shift: 2,
  at: '2026-11-22T18:00:00.000Z',
  by: 'Ana',
  product: 'Lumo 200.00 MXN',
  reference: '+525512345678',
  currency: 'MXN',
  price: '220',
  given: '500',
  change: '280',
  status: 'delivered',
  refundedCash: null,
  printed: false,
  owed: false,
}

it('has the code with which a scanner finds the sale, and names no payment', () => {
  const receipt = receiptOfSale(sale, 'topup', 'tx_4711')
  expect(readReceiptCode(receipt.qr ?? '')).toBe(sale.purchaseId)
  expect(JSON.stringify(receipt)).not.toContain('0x')
})

it('has the codes that were kept of its purchase', () => {
  const codes = [{ kind: 'code', text: 'ABCD-1234-EFGH' }] as const
  expect(receiptOfSale(sale, 'gift_card', null, [...codes])).toMatchObject({ codes })
})

it('knows which products bring a code', () => {
  const brings = ['topup', 'gift_card', 'esim', ''].map((type) => receiptOfSale(sale, type, null).bringsCode)
  expect(brings).toEqual([false, true, true, false])
  expect(receiptOfSale(sale, 'gift_card', null, null)).toMatchObject({ codes: [], bringsCode: false })
})

it('says that the cash of a sale without a payment is owed', () => {
  expect(receiptOfSale({ ...sale, status: 'not-sold', owed: true }, '', null)).toMatchObject({ state: 'failed' })
})
