import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { checkFeeAccepted, feeCap, passedCap } from './fee-cap.ts'

describe('the cap of a network fee', () => {
  it('is the profile’s, else what is known of the network, else one for all', () => {
    const none = { feeCaps: {} }
    expect(feeCap(1, none)).toBe(parseEther('0.05'))
    expect(feeCap(137, none)).toBe(parseEther('5'))
    expect(feeCap(7_777, none)).toBe(parseEther('0.05'))
    expect(feeCap(7_777, { feeCaps: { 7777: '3', 1: '9' } })).toBe(parseEther('3'))
    expect(feeCap(1, { feeCaps: { 1: '0.000000000000000001' } })).toBe(1n)
  })

  it('is named where a fee is above it, which is not signed before the password was given', () => {
    const cap = parseEther('0.05')
    expect([passedCap(cap, cap), passedCap(cap + 1n, cap)]).toEqual([null, '0.05'])
    expect(() => checkFeeAccepted(null, false)).not.toThrow()
    expect(() => checkFeeAccepted('0.05', true)).not.toThrow()
    const unasked = expect.objectContaining({ code: 'quote-changed', details: { reason: 'fee' } }) as Error
    expect(() => checkFeeAccepted('0.05', false)).toThrow(unasked)
  })
})
