import { expect, test } from 'vitest'
import { listedTransactionShape } from '../../service/operations/list-transactions.ts'
import { recordedOfRow } from './recorded-fields.ts'

const row = {
  id: 'a',
  status: 'PENDING',
  brandName: 'Lumo',
  quantity: '1',
  created: '2026-01-15T09:00:00Z',
  blockchainTransactionHash: '',
  price: { fiatCurrency: 'MXN', fiatValue: '100' },
}

test.each([
  ['5.24', 'USDC', '5.24 USDC'],
  ['', 'USDC', undefined],
  [undefined, undefined, undefined],
])('a row’s price of %s %s in coins is shown: %s', (stableCoinValue, stableCoinCurrency, shown) => {
  const price = { ...row.price, stableCoinValue, stableCoinCurrency }
  const recorded = recordedOfRow(listedTransactionShape.parse({ ...row, price }))
  expect(recorded).toMatchObject({ product: 'Lumo', quantity: '1', price: '100 MXN' })
  expect(recorded.stableCoinPrice).toBe(shown)
})
