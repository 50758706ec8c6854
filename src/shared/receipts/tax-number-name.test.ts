import { expect, it } from 'vitest'
import { taxNumberIn, taxNumberOn } from './tax-number-name.ts'

it.each([
  ['MX', 'RFC'],
  ['AR', 'CUIT'],
  ['CL', 'RUT'],
  ['CO', 'NIT'],
  ['BR', 'CNPJ/CPF'],
  ['GT', null],
  ['toString', null],
  [null, null],
])('the tax number of %s is called %s', (country, name) => {
  expect(taxNumberIn(country)).toBe(name)
})

it('is the language’s own on paper where the country has no known name', () => {
  expect(taxNumberOn({ language: 'en', country: 'MX' })).toBe('RFC')
  expect(taxNumberOn({ language: 'es', country: 'GT' })).toBe('ID fiscal')
  expect(taxNumberOn({ language: 'en' })).toBe('Tax no.')
})
