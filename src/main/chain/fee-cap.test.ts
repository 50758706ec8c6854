import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { feeCap, refuseAboveCap } from './fee-cap.ts'

describe('the cap of a network fee', () => {
  it('is the profile’s, else what is known of the network, else one for all', () => {
    const none = { feeCaps: {} }
    expect(feeCap(1, none)).toBe(parseEther('0.05'))
    expect(feeCap(137, none)).toBe(parseEther('5'))
    expect(feeCap(7_777, none)).toBe(parseEther('0.05'))
    expect(feeCap(7_777, { feeCaps: { 7777: '3', 1: '9' } })).toBe(parseEther('3'))
    expect(feeCap(1, { feeCaps: { 1: '0.000000000000000001' } })).toBe(1n)
  })

  it('refuses what is above it, unless twice as much was agreed to before', () => {
    const refused = expect.objectContaining({ code: 'not-allowed', details: { reason: 'fee-cap' } }) as Error
    expect(() => refuseAboveCap(100n, 100n)).not.toThrow()
    expect(() => refuseAboveCap(101n, 100n)).toThrow(refused)
    expect(() => refuseAboveCap(101n, 100n, 50n)).toThrow(refused)
    expect(() => refuseAboveCap(600n, 100n, 300n)).not.toThrow()
    expect(() => refuseAboveCap(601n, 100n, 300n)).toThrow(refused)
  })
})
