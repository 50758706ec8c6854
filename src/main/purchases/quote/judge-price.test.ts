import { expect, it } from 'vitest'
import { judgePrice } from './judge-price.ts'

const tenUsdc = { symbol: 'USDC', amount: '10.00' }

it.each([
  ['0.01', 'usual'],
  ['10', 'usual'],
  ['12.5', 'usual'],
  ['12.500001', 'above'],
  ['30', 'above'],
  ['30.000001', 'far-above'],
  ['100', 'far-above'],
] as const)('a total of %s for a catalog price of 10 is %s', (total, judgement) => {
  expect(judgePrice(tenUsdc, { symbol: 'USDC', total })).toBe(judgement)
  expect(judgePrice(tenUsdc, { symbol: 'usdc', total })).toBe(judgement)
  expect(judgePrice(tenUsdc, { symbol: 'DAI', total })).toBe(judgement)
})

it('a price that is missing, not positive or in another coin gives no verdict', () => {
  const offered = { symbol: 'USDC', total: '100' }
  expect(judgePrice(null, offered)).toBe('usual')
  expect(judgePrice({ symbol: 'USDC', amount: '0' }, offered)).toBe('usual')
  expect(judgePrice({ symbol: 'EURC', amount: '10' }, offered)).toBe('usual')
  expect(judgePrice(tenUsdc, { symbol: 'ETH', total: '100' })).toBe('usual')
  expect(judgePrice({ symbol: 'ETH', amount: '0.01' }, { symbol: 'ETH', total: '0.1' })).toBe('far-above')
})

it.each(['', ' ', 'USD', 'US$'])(
  'a price in a stable coin called %j is compared with a dollar, and with nothing else',
  (symbol) => {
    const listed = { symbol, amount: '10' }
    expect(judgePrice(listed, { symbol: 'USDC', total: '12' })).toBe('usual')
    expect(judgePrice(listed, { symbol: 'USDC', total: '100' })).toBe('far-above')
    for (const other of ['ETH', 'EURC', '']) expect(judgePrice(listed, { symbol: other, total: '100' })).toBe('usual')
  },
)
