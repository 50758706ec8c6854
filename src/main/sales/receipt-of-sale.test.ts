import { expect, it } from 'vitest'
import type { SaleView } from '../../shared/sales/views.ts'
import type { PurchaseView } from '../../shared/purchases/views.ts'
import { receiptOfSale } from './receipt-of-sale.ts'

const sale: SaleView = {
  purchaseId: '8a0c1a4e-6e9c-4d0b-9d0a-3f5d8e1b2c3d',
  number: 7,
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
const bought = (steps: Partial<PurchaseView['steps'][number]>[]): PurchaseView => ({ steps }) as PurchaseView

it('names the payment, not the approval before it, and links to its page if there is one', () => {
  const permission = { kind: 'approve', hash: '0xaa', explorerUrl: 'https://explorer.example/tx/0xaa' } as const
  const payment = { kind: 'pay', hash: '0xbb', explorerUrl: 'https://explorer.example/tx/0xbb' } as const
  expect(receiptOfSale(sale, bought([permission, payment]))).toMatchObject({
    paymentHash: '0xbb',
    qr: payment.explorerUrl,
  })
  expect(receiptOfSale(sale, bought([{ ...payment, explorerUrl: null }]))).toMatchObject({
    paymentHash: '0xbb',
    qr: '0xbb',
  })
  expect(receiptOfSale({ ...sale, status: 'not-sold', owed: true }, null)).toMatchObject({
    paymentHash: null,
    qr: null,
    state: 'failed',
  })
})
