import { expect, it } from 'vitest'
import { compareDecimals, multiplyDecimals, roundUp, subtractDecimals } from '../../../shared/money.ts'
import type { QuotedFee } from '../../purchases/quote/quoted-fee-repository.ts'
import { withServiceFee } from './service-fee.ts'

/** A service that takes 1.5 %, and at least five cents. */
function quoted(sku: string, amount: string): QuotedFee {
  const share = multiplyDecimals(amount, '1.015')
  const least = String(Number(amount) + 0.05)
  return { sku, amount, total: compareDecimals(share, least) < 0 ? least : share }
}

it('is unknown before the first quote', () => {
  expect(withServiceFee('20', '1.17', [])).toBeNull()
})

it('is the share that the product itself cost last', () => {
  expect(withServiceFee('20', '1.2', [quoted('20', '1'), quoted('20', '2')])).toBe('1.26')
})

it('does not charge a dear product the minimum’s share, nor a cheap one the percentage alone', () => {
  const known = [quoted('20', '1'), quoted('400', '20')]
  for (const amount of ['1.5', '2', '10', '15'])
    expect(withServiceFee('other', amount, known)).toBe(quoted('other', amount).total)
})

it('covers the fee of what is dearer than every quote, by the share of the dearest', () => {
  expect(withServiceFee('1000', '50', [quoted('20', '1'), quoted('500', '25')])).toBe(quoted('1000', '50').total)
  expect(withServiceFee('200', '10', [quoted('20', '1')])).toBe('10.5')
})

it('takes the share of a dearer quote where no cheaper one is known', () => {
  expect(withServiceFee('20', '1', [quoted('200', '10')])).toBe('1.015')
})

it('gives the manager’s percentage on the full cost, whatever was quoted last', () => {
  for (const known of [
    [quoted('20', '1'), quoted('400', '20')],
    [quoted('400', '20'), quoted('20', '1')],
  ])
    for (const amount of ['1.4', '5', '12']) {
      const cost = withServiceFee('any', amount, known) ?? expect.unreachable()
      const price = roundUp(multiplyDecimals(multiplyDecimals(cost, '19'), '1.08'), '0.50')
      const real = multiplyDecimals(quoted('any', amount).total, '19')
      const margin = subtractDecimals(price, multiplyDecimals(real, '1.08'))
      expect(compareDecimals(margin, '0')).toBeGreaterThanOrEqual(0)
      expect(compareDecimals(margin, '0.50')).toBeLessThan(0)
    }
})

it('leaves out a quote of nothing', () => {
  expect(withServiceFee('20', '1', [{ sku: '20', amount: '0', total: '1' }])).toBeNull()
})

it('reads a service that gives a discount', () => {
  const discount = { sku: '20', amount: '1', total: '0.9' }
  expect(withServiceFee('20', '2', [discount])).toBe('1.8')
  expect(withServiceFee('50', '2', [discount, quoted('200', '10')])).toBe('2.03')
})
