import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NetworkView } from '../../shared/networks/views.ts'
import { addDecimals, compareDecimals, multiplyDecimals, type Decimal } from '../../shared/money.ts'
import type { BalanceView } from '../../shared/wallet/views.ts'
import { MOST, countSalesLeft, findUsualSale, spendablePurses, viewSalesLeft, type PricedSale } from './sales-left.ts'

const prices = { currency: 'MXN', rate: '17' }
const sold = (cost: string, price = cost): PricedSale => ({ cost, price })
const hundreds = Array.from({ length: 9 }, () => sold('85', '100'))
const decimal = fc
  .bigInt({ min: 0n, max: 10n ** 12n })
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
const positive = decimal.filter((one) => compareDecimals(one, '0') > 0)

describe('the usual sale', () => {
  it('is the one of median cost, whatever a few large ones cost, and unknown after fewer than five or if it is free', () => {
    expect(findUsualSale([sold('10'), sold('900'), sold('20'), sold('8000'), sold('15')])).toEqual(sold('20'))
    expect(findUsualSale([sold('10'), sold('20'), sold('30'), sold('40')])).toBeNull()
    expect(findUsualSale(Array.from({ length: 9 }, () => sold('0')))).toBeNull()
  })

  it('costs no less than half of the sales do, and no more than the other half', () => {
    fc.assert(
      fc.property(fc.array(positive, { minLength: 5, maxLength: 40 }), (costs) => {
        const { cost } = findUsualSale(costs.map((one) => sold(one)))!
        const below = costs.filter((one) => compareDecimals(one, cost) < 0).length
        const above = costs.filter((one) => compareDecimals(one, cost) > 0).length
        expect(below).toBeLessThanOrEqual(costs.length / 2)
        expect(above).toBeLessThanOrEqual(costs.length / 2)
      }),
    )
  })
})

describe('the sales left', () => {
  it('never cost more than the purses hold, and one more would in each of them', () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 5 }), positive, positive, (purses, rate, cost) => {
        const count = countSalesLeft(purses, rate, cost)!
        const worth = multiplyDecimals(addDecimals(purses), rate)
        expect(compareDecimals(multiplyDecimals(cost, String(count)), worth)).toBeLessThanOrEqual(0)
        if (count === MOST) return
        const most = multiplyDecimals(cost, String(count + purses.length))
        expect(compareDecimals(most, worth)).toBeGreaterThan(0)
      }),
    )
  })

  it('grow with any purse and shrink with the cost', () => {
    fc.assert(
      fc.property(
        fc.array(decimal, { minLength: 1, maxLength: 5 }),
        decimal,
        positive,
        positive,
        (purses, more, a, b) => {
          const count = (held: readonly Decimal[], cost: Decimal): number => countSalesLeft(held, '17', cost)!
          expect(count([...purses, more], a)).toBeGreaterThanOrEqual(count(purses, a))
          expect(count(purses, addDecimals([a, b]))).toBeLessThanOrEqual(count(purses, a))
        },
      ),
    )
  })

  it('are unknown, not none, while any purse is unknown', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 5 }), positive, (purses, cost) => {
        expect(countSalesLeft([...purses, null], '17', cost)).toBeNull()
      }),
    )
    expect(countSalesLeft([], '17', '85')).toBeNull()
    expect(countSalesLeft(['0', '4.99'], '17', '85')).toBe(0)
  })
})

describe('what people learn of it', () => {
  it('is the number for the manager, and for a clerk only once it is low', () => {
    const low = { count: 14, isLow: true, isMost: false, currency: 'MXN', price: '100' }
    expect(viewSalesLeft(['70', '3'], hundreds, prices, false)).toEqual(low)
    expect(viewSalesLeft(['100'], hundreds, prices, false)).toBeNull()
    expect(viewSalesLeft(['100'], hundreds, prices, true)).toEqual({ ...low, count: 20, isLow: false })
    expect(viewSalesLeft(['9000'], hundreds, prices, true)).toEqual({ ...low, count: MOST, isLow: false, isMost: true })
    expect(viewSalesLeft(['100'], hundreds.slice(0, 4), prices, true)).toBeNull()
    expect(viewSalesLeft([null], hundreds, prices, true)).toBeNull()
  })
})

describe('the purses', () => {
  const network = (key: string, unpayable: NetworkView['unpayable'] = null): NetworkView =>
    ({
      key,
      unpayable,
      tokens: [
        { key: 'usdc', symbol: 'USDC' },
        { key: 'eurc', symbol: 'EURC' },
      ],
    }) as NetworkView
  const balance = (networkKey: string, given: Partial<BalanceView>): BalanceView =>
    ({ networkKey, native: '1', tokens: {}, reserved: {}, last: null, ...given }) as BalanceView

  it('hold dollar coins that are not reserved, on networks that can be paid on', () => {
    const networks = [network('a'), network('b', 'inactive')]
    const balances = [
      balance('a', { tokens: { usdc: '10', eurc: '99' }, reserved: { usdc: '4' } }),
      balance('b', { tokens: { usdc: '50' } }),
    ]
    expect(spendablePurses(networks, balances)).toEqual(['6'])
    expect(spendablePurses([network('a')], [balance('a', { tokens: { usdc: '3' }, reserved: { usdc: '4' } })])).toEqual(
      ['0'],
    )
  })

  it('are what the network last said while it does not answer, and unknown if it never did', () => {
    const last = { native: '1', tokens: { usdc: '7' }, readAt: '2026-01-02T03:04:05.000Z' }
    const offline = { native: null, tokens: { usdc: null } }
    expect(spendablePurses([network('a')], [balance('a', { ...offline, last })])).toEqual(['7'])
    expect(spendablePurses([network('a')], [balance('a', offline)])).toEqual([null])
    expect(spendablePurses([network('a')], [])).toEqual([null])
  })

  it('pay nothing where the network’s own coin is missing for fees', () => {
    expect(spendablePurses([network('a')], [balance('a', { native: '0', tokens: { usdc: '9' } })])).toEqual(['0'])
  })
})
