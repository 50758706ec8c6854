import type { Hash } from 'viem'
import { expect, it } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import { isPaidAfterAll } from './paid-after-all.ts'
import type { StepRecord } from './step-record.ts'

const hashOf = (digit: string): Hash => `0x${digit.repeat(64)}`
const [original, faster, cancel] = [hashOf('1'), hashOf('2'), hashOf('3')]
const step = {
  signed: [
    { hash: original, raw: '0x', purpose: 'original' },
    { hash: faster, raw: '0x', purpose: 'speed-up' },
    { hash: cancel, raw: '0x', purpose: 'cancel' },
  ],
} as unknown as StepRecord

/** Asks about the step while nodes show the receipt of one transaction. */
function isPaid(shown: Hash, outcome = { succeeded: true, isBacked: true }, instance = '7:0x0'): Promise<boolean> {
  const receipt = async (hash: Hash) => (hash === shown ? outcome : null)
  return isPaidAfterAll({ instance: async () => instance, receipt } as unknown as Chain, '7:0x0', step)
}

it('a payment was made after all by its first bytes or faster ones, and never by a cancel', async () => {
  expect([await isPaid(original), await isPaid(faster), await isPaid(cancel)]).toEqual([true, true, false])
})

it('a payment was not made on the word of a minority, by one that reverted, or on another chain', async () => {
  expect(await isPaid(faster, { succeeded: true, isBacked: false })).toBe(false)
  expect(await isPaid(faster, { succeeded: false, isBacked: true })).toBe(false)
  expect(await isPaid(faster, undefined, '7:0x1')).toBe(false)
})
