import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showFee } from './show-fee.ts'

const priced = (price: bigint | null) => ({ coinPrice: () => price })

it('shows a fee in its coin and in dollars', () => {
  expect(showFee(priced(300_000_000_000n), 104_578_125_378_000n, 0)).toEqual({
    networkFeeAtMost: '0.000104578125378',
    networkFeeInDollars: '0.313734376134',
  })
})

it('shows no dollars, and never 0, without a price', () => {
  expect(showFee(priced(null), 5n, 0)).toEqual({ networkFeeAtMost: '0.000000000000000005', networkFeeInDollars: null })
})

it('shows exactly the fee times the price', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 24n })
  const prices = fc.bigInt({ min: 1n, max: 10n ** 16n })
  fc.assert(
    fc.property(units, prices, (fee, price) => {
      const { networkFeeInDollars: dollars } = showFee(priced(price), fee, 0)
      const [whole = '', fraction = ''] = (dollars ?? '').split('.')
      expect(BigInt(whole + fraction.padEnd(26, '0'))).toBe(fee * price)
    }),
  )
})
