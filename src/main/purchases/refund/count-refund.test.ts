import { expect, it } from 'vitest'
import { owedTo } from './count-refund.ts'

it('owes nothing after more was refunded than paid, and ignores a fee that the coin cannot hold', () => {
  const terms = { payment: { units: 5n }, quote: { feeAmount: '0.00000001' }, token: { decimals: 6 } }
  expect(owedTo({ id: 'p', terms, refunds: [{ units: 3n }] })).toEqual({ id: 'p', units: 2n, fee: 0n })
  expect(owedTo({ id: 'p', terms, refunds: [{ units: 3n }, { units: 4n }] }).units).toBe(0n)
})
