import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { assertFeeAccepted, feeCap, exceededCap } from './fee-cap.ts'

describe('the network fee cap', () => {
  it('comes from the profile, else from the registry, else from the default', () => {
    const none = { feeCaps: {} }
    expect(feeCap(1, none)).toBe(parseEther('0.05'))
    expect(feeCap(137, none)).toBe(parseEther('5'))
    expect(feeCap(7_777, none)).toBe(parseEther('0.05'))
    expect(feeCap(7_777, { feeCaps: { 7777: '3', 1: '9' } })).toBe(parseEther('3'))
    expect(feeCap(1, { feeCaps: { 1: '0.000000000000000001' } })).toBe(1n)
  })

  it('is exceeded by a fee above it, and not by one of the same amount', () => {
    const cap = parseEther('0.05')
    expect([exceededCap(cap, cap), exceededCap(cap + 1n, cap)]).toEqual([null, '0.05'])
  })

  it('lets a fee above it pass only with the password', () => {
    expect(() => assertFeeAccepted(false, false)).not.toThrow()
    expect(() => assertFeeAccepted(true, true)).not.toThrow()
    const notAccepted = expect.objectContaining({ code: 'quote-changed', details: { reason: 'fee' } }) as Error
    expect(() => assertFeeAccepted(true, false)).toThrow(notAccepted)
  })
})
