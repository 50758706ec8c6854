import { describe, expect, it } from 'vitest'
import { judgeParts } from './judge-parts.ts'

const judge = (digitalAssetAmount: string, feeAmount: string, totalAmount: string) =>
  judgeParts({ digitalAssetAmount, feeAmount, totalAmount })

describe('the parts of a quote', () => {
  it.each([
    ['5', '0.1', '5.1'],
    ['5.00', '0.10', '5.1'],
    ['0.000000000000000001', '0', '0.000000000000000001'],
  ])('%s and %s add up to %s', (amount, fee, total) => expect(judge(amount, fee, total)).toBeNull())

  it.each([
    ['5', '0.1', '5.11', '5.1'],
    ['5.123', '0.101', '5.225', '5.224'],
    ['5.123456', '0.101', '5.225456', '5.224456'],
    ['5', '0.1', '4', '5.1'],
    ['5', '0.1', '5.09', '5.1'],
  ])('%s and %s differ from %s by no more than rounding, or the total is lower', (amount, fee, total, sum) =>
    expect(judge(amount, fee, total)).toEqual({ sum, areTooLow: false }),
  )

  it.each([
    ['5', '0.1', '5.110001', '5.1'],
    ['5.123', '0.101', '5.226', '5.224'],
    ['5.123456', '0.101', '5.225457', '5.224456'],
    ['5', '0', '50', '5'],
  ])('%s and %s do not explain %s', (amount, fee, total, sum) =>
    expect(judge(amount, fee, total)).toEqual({ sum, areTooLow: true }),
  )
})
