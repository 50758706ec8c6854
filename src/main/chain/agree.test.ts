import fc from 'fast-check'
import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  agreedFinality,
  agreedReceipt,
  agreedSimulation,
  agreedTransfers,
  anyTransfers,
  least,
  unanimous,
} from './agree.ts'
import type { Finality, Receipt } from './chain.ts'

const hashOf = (digit: number): Hash => `0x${digit.toString(16).repeat(64)}`
const receipt: Receipt = { hash: hashOf(1), succeeded: true, blockNumber: 7n, blockHash: hashOf(2), fee: 21_000n }
const answersOf = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<[T, ...T[]]> =>
  fc.tuple(one, fc.array(one, { maxLength: 4 })).map(([first, others]) => [first, ...others])

describe('several nodes', () => {
  it('are believed for the least they all can vouch for', () => {
    expect(least([9n, 7n, 8n])).toBe(7n)
    expect(() => unanimous([true, true, false])).toThrow('do not agree')
    expect(unanimous([{ symbol: 'A' }, { symbol: 'A' }])).toEqual({ symbol: 'A' })
  })

  it('have a receipt only where each has the very same', () => {
    expect(agreedReceipt([receipt, { ...receipt }])).toEqual(receipt)
    for (const other of [null, { ...receipt, succeeded: false }, { ...receipt, blockHash: hashOf(3) }]) {
      expect(agreedReceipt([receipt, other])).toBeNull()
      expect(agreedReceipt([other, receipt])).toBeNull()
    }
  })

  it('foresee a balance change only where those that can simulate foresee the same', () => {
    expect(agreedSimulation([null, [-5n, 0n], [-5n, 0n]])).toEqual([-5n, 0n])
    expect(
      agreedSimulation([
        [-5n, 0n],
        [-6n, 0n],
      ]),
    ).toBe('failed')
    expect(agreedSimulation([[-5n, 0n], 'failed'])).toBe('failed')
    expect(agreedSimulation([null, null])).toBeNull()
  })

  it('show a transfer only where each shows it', () => {
    const transfer = {
      hash: hashOf(1),
      logIndex: 0,
      token: `0x${'4'.repeat(40)}` as const,
      from: `0x${'5'.repeat(40)}` as const,
      to: `0x${'6'.repeat(40)}` as const,
      units: 5n,
      blockNumber: 7n,
    }
    expect(agreedTransfers([[transfer], [transfer, { ...transfer, units: 6n }]])).toEqual([transfer])
    expect(agreedTransfers([[transfer], []])).toEqual([])
    const other = { ...transfer, units: 6n }
    expect(anyTransfers([[transfer], [transfer, other], []])).toEqual([transfer, other])
  })

  it('call a block final only if none that answers says otherwise and most of all named ones say so', () => {
    const answer = fc.record({ block: fc.constantFrom<Finality>('final', 'open', 'gone'), anyReceipt: fc.boolean() })
    fc.assert(
      fc.property(answersOf(answer), fc.nat(4), (answers, silent) => {
        const named = answers.length + silent
        const agreed = agreedFinality(answers, named)
        const isFinal = answers.every(({ block }) => block === 'final') && answers.length > named / 2
        expect(agreed.block === 'final').toBe(isFinal)
        expect(agreed.anyReceipt).toBe(answers.some(({ anyReceipt }) => anyReceipt))
      }),
    )
  })

  it('never decide what an honest one of them would not, however the others lie', () => {
    const lie = fc.record({ block: fc.constantFrom<Finality>('final', 'open', 'gone'), anyReceipt: fc.boolean() })
    fc.assert(
      fc.property(answersOf(lie), fc.constantFrom<Finality>('open', 'gone'), (lies, truth) => {
        const agreed = agreedFinality([...lies, { block: truth, anyReceipt: false }], lies.length + 1)
        expect(agreed.block).not.toBe('final')
      }),
    )
  })
})
