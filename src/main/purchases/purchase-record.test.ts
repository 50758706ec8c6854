import { expect, it } from 'vitest'
import { frozenTermsSchema } from './purchase-record.ts'
import { terms } from '../../testing/purchases/ledger.ts'

it('reads purchases that were stored before escrows were known', () => {
  const { escrow: _, units, ...payment } = terms.payment
  const stored: unknown = JSON.parse(JSON.stringify({ ...terms, payment: { ...payment, units: String(units) } }))
  expect(frozenTermsSchema.parse(stored).payment).toEqual({ ...terms.payment, escrow: null })
})
