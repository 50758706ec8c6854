import { expect, it } from 'vitest'
import { soldProductName, readSold } from './sold-product.ts'

it('a name is parsed back to its parts, whatever the brand is called', () => {
  for (const brand of ['Lumo', 'Juego 7', 'A 5.00 USD', ' ', 'two\nlines'])
    for (const amount of ['0', '0.5', '200.00', '12345678901234567.891']) {
      const sold = { brand, amount, currency: 'MXN' }
      expect(readSold(soldProductName(sold))).toEqual(sold)
    }
})

it('a name without an amount has none', () => {
  for (const name of [
    '',
    'Lumo',
    'Lumo 200',
    'Lumo MXN',
    '200.00 MXN',
    'Lumo 200.00 mxn',
    'Lumo 1e9 MXN',
    'Lumo 01 MXN',
  ])
    expect(readSold(name)).toBeNull()
})
