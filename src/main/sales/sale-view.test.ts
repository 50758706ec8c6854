import { describe, expect, it } from 'vitest'
import { attentionReasons, personStatuses } from '../../shared/purchases/state.ts'
import type { PurchaseRowView } from '../../shared/purchases/views.ts'
import { sale } from '../../testing/sales/sale.ts'
import { toSaleView } from './sale-view.ts'

const bought = (some: Partial<PurchaseRowView>): PurchaseRowView =>
  ({ status: 'on-its-way', attention: null, reference: null, ...some }) as PurchaseRowView

describe('a customer’s cash', () => {
  it('is owed only if nothing was delivered and nothing can be', () => {
    expect(toSaleView(sale, null)).toMatchObject({ status: 'not-sold', owed: true, change: '100' })
    const owed = personStatuses.filter((status) => toSaleView(sale, bought({ status })).owed)
    expect(owed.toSorted()).toEqual(['failed', 'not-paid', 'refunded'])
  })

  it('is owed if the service failed, whether or not the coins were refunded', () => {
    const owed = attentionReasons.filter(
      (attention) => toSaleView(sale, bought({ status: 'needs-you', attention })).owed,
    )
    expect(owed.toSorted()).toEqual(['refund-missing', 'refund-possible'])
  })

  it('is no longer owed once refunded', () => {
    const returned = {
      shift: 1,
      at: sale.at,
      by: 'Ben',
      reason: 'not-delivered',
      note: null,
      delivered: false,
    } as const
    for (const purchase of [null, bought({ status: 'failed' }), bought({ attention: 'refund-missing' })])
      expect(toSaleView({ ...sale, returned }, purchase)).toMatchObject({ owed: false, refundedCash: { by: 'Ben' } })
  })
})
