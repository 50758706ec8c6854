import fc from 'fast-check'
import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  agreedEstimate,
  agreedFees,
  agreedMark,
  agreedNonceUse,
  agreedReceipt,
  agreedSent,
  agreedSimulation,
  agreedBlockStatus,
  anyTransfers,
  majorityOfAll,
  contradictions,
  greatest,
  isAbsentFromMost,
  isIncluded,
  isListedByMost,
  reachedByMajority,
  majorityAnswer,
  unanimous,
  withoutOwn,
} from './agree.ts'
import type { NodeReceipt } from '../../read/transactions/read-receipt.ts'
import type { NodeBlockStatus } from '../../read/transactions/read-block-status.ts'

const hashOf = (digit: number): Hash => `0x${digit.toString(16).repeat(64)}`
const receipt: NodeReceipt = {
  hash: hashOf(1),
  succeeded: true,
  blockNumber: 7n,
  blockHash: hashOf(2),
  fee: 21_000n,
  l1Fee: 7n,
}
const answersOf = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<[T, ...T[]]> =>
  fc.tuple(one, fc.array(one, { maxLength: 4 })).map(([first, others]) => [first, ...others])

describe('several nodes', () => {
  it.each<[string, [string | null, ...(string | null)[]], number, string | null]>([
    ['what all say', ['a', 'a'], 2, 'a'],
    ['what two of three say', ['a', 'b', 'a'], 3, 'a'],
    ['what two of three say if one does not know', [null, 'a', 'a'], 3, 'a'],
    ['nothing that only one of two says', ['a', null], 2, null],
    ['nothing that only one of three answers', ['a'], 3, null],
    ['nothing if two differ', ['a', 'b'], 2, null],
    ['nothing if none knows', [null, null], 2, null],
  ])('back %s', (_, answers, count, backed) => {
    expect(majorityOfAll(answers, count)).toBe(backed)
  })

  it.each<[string, [bigint | null, ...(bigint | null)[]], bigint | null]>([
    ['the median of three', [21_000n, 90_000n, 30_000_000n], 90_000n],
    ['the higher one of two', [21_000n, 90_000n], 90_000n],
    ['the median in any order', [90_000n, 21_000n, 30_000_000n], 90_000n],
    ['the higher of two if the third says that it reverts', [null, 90_000n, 91_000n], 91_000n],
    ['the other one of two if one says that it reverts', [null, 90_000n], 90_000n],
    ['none if the majority says that it reverts', [null, 90_000n, null], null],
    ['none if the only node says that it reverts', [null], null],
  ])('estimate gas: %s', (_, answers, gas) => {
    expect(agreedEstimate(answers)).toBe(gas)
  })

  it.each<[string, (string | null)[], (boolean | null)[]]>([
    ['one against two', ['a', 'b', 'a'], [false, true, false]],
    ['both of two', ['a', 'b', null], [true, true, null]],
    ['none if all agree', ['a', 'a'], [false, false]],
    ['none if only one has an answer', ['a', null], [null, null]],
    ['none if none has an answer', [null], [null]],
  ])('contradict each other: %s', (_, answers, contradict) => {
    expect(contradictions(answers, Object.is)).toEqual(contradict)
  })

  it('are believed if more than half of those that answer agree', () => {
    expect(greatest([8n, 9n, 7n])).toBe(9n)
    const disagreement = expect.objectContaining({
      code: 'nodes-disagree',
      message: 'The nodes of this network do not agree',
    }) as Error
    expect(() => majorityAnswer([true, false])).toThrow(disagreement)
    expect(() => majorityAnswer([1n, 2n, 3n])).toThrow(disagreement)
    expect(majorityAnswer([{ symbol: 'B' }, { symbol: 'A' }, { symbol: 'A' }])).toEqual({ symbol: 'A' })
    expect(majorityAnswer([0n])).toBe(0n)
    expect(() => unanimous([true, true, false])).toThrow(disagreement)
    expect(unanimous([{ symbol: 'A' }, { symbol: 'A' }])).toEqual({ symbol: 'A' })
  })

  it('reach what more than half of them reach, whatever the others claim', () => {
    expect(reachedByMajority([9n, 7n, 10_000n], 3)).toBe(9n)
    expect(reachedByMajority([0n, 7n, 8n], 3)).toBe(7n)
    expect(reachedByMajority([7n, 8n], 2)).toBe(7n)
    expect(reachedByMajority([7n, 8n], 3)).toBe(7n)
    expect(reachedByMajority([7], 3)).toBe(7)
    expect(reachedByMajority([9n, 7n], 5)).toBe(7n)
  })

  it('ask the median fee, with a tip not below the floor', () => {
    const answers = [
      { base: 10n, tip: 0n },
      { base: 10_000n, tip: 3n },
      { base: 12n, tip: 2n },
    ] as const
    expect(agreedFees(answers, 1n)).toEqual({ maxFeePerGas: 26n, maxPriorityFeePerGas: 2n })
    expect(agreedFees([{ base: 10n, tip: 0n }], 5n)).toEqual({ maxFeePerGas: 25n, maxPriorityFeePerGas: 5n })
  })

  it('show a receipt if some have it and none contradicts it', () => {
    expect(agreedReceipt([receipt, { ...receipt, fee: 20_000n, l1Fee: 0n }], 2)).toEqual({ ...receipt, isBacked: true })
    expect(agreedReceipt([receipt, null], 2)).toEqual({ ...receipt, isBacked: false })
    expect(agreedReceipt([{ ...receipt, fee: null, l1Fee: null }, receipt], 2)).toEqual({ ...receipt, isBacked: true })
    expect(agreedReceipt([{ ...receipt, fee: null, l1Fee: null }], 1)).toMatchObject({ fee: null })
    const priceless = { ...receipt, fee: null, l1Fee: null }
    expect(agreedReceipt([receipt, priceless, priceless], 3)).toMatchObject({ fee: receipt.fee })
    expect(agreedReceipt([null, null], 2)).toBeNull()
    for (const other of [
      { ...receipt, succeeded: false },
      { ...receipt, blockHash: hashOf(3) },
    ]) {
      expect(agreedReceipt([receipt, other], 2)).toBeNull()
      expect(agreedReceipt([receipt, other, other], 3)).toEqual({ ...other, isBacked: false })
    }
  })

  it('have a transaction in a block if one shows it, unless the blocks of others contradict it', () => {
    expect(isIncluded(['included', 'unknown'], 2)).toBe(true)
    expect(isIncluded(['included', 'absent'], 2)).toBe(false)
    expect(isIncluded(['included', 'included', 'absent'], 3)).toBe(true)
    expect(isIncluded(['unknown', 'unknown'], 2)).toBe(false)
  })

  it('contradict a transaction’s block if the blocks of more than half lack it', () => {
    expect(isAbsentFromMost(['absent', 'absent', 'included'], 3)).toBe(true)
    expect(isAbsentFromMost(['absent', 'included', 'unknown'], 3)).toBe(false)
    expect(isAbsentFromMost(['absent', 'included'], 2)).toBe(false)
    expect(isAbsentFromMost(['unknown', 'included', 'included'], 3)).toBe(false)
  })

  it('place the nonce most reach at the block most name, or at the lowest if no two agree', () => {
    const mark = (nonce: number, number: bigint, branch: number) => ({
      nonce,
      at: { number, hash: hashOf(branch) },
    })
    expect(agreedMark([mark(3, 9n, 1), mark(3, 8n, 2), mark(3, 8n, 2)], 3)).toEqual(mark(3, 8n, 2))
    expect(agreedMark([mark(3, 8n, 1), mark(3, 9n, 2), mark(3, 9n, 2)], 3)).toEqual(mark(3, 9n, 2))
    expect(agreedMark([mark(3, 9n, 1), mark(3, 8n, 2)], 2)).toEqual(mark(3, 8n, 2))
    expect(agreedMark([mark(4, 7n, 1), mark(3, 9n, 2), mark(3, 8n, 3)], 3)).toEqual(mark(3, 8n, 3))
    expect(agreedMark([mark(4, 7n, 1), mark(4, 6n, 2), mark(3, 5n, 3)], 3)).toEqual(mark(4, 6n, 2))
    expect(agreedMark([mark(2, 9n, 1)], 3)).toEqual(mark(2, 9n, 1))
  })

  it('name another user of a nonce once our own transactions are left out', () => {
    const use = { hash: hashOf(4), block: { number: 7n, hash: hashOf(2) }, emitted: false, call: null }
    const own = { ...use, hash: hashOf(1) }
    expect(withoutOwn([own, use, null], [own.hash])).toEqual([null, use, null])
    expect(withoutOwn([use, own], [own.hash])).toEqual([use, null])
  })

  it('show which transaction used a nonce, preferring our own', () => {
    const use = { hash: hashOf(4), block: { number: 7n, hash: hashOf(2) }, emitted: false, call: null }
    const own = { ...use, hash: hashOf(1) }
    expect(agreedNonceUse([use, use, null], [own.hash], 3)).toEqual({ ...use, isBacked: true })
    expect(agreedNonceUse([use, null, null], [own.hash], 3)).toEqual({ ...use, isBacked: false })
    expect(agreedNonceUse([use, use, own], [own.hash], 3)).toMatchObject({ hash: own.hash })
    expect(agreedNonceUse([null], [own.hash], 1)).toBeNull()
    const call = { to: null, data: '0x1', value: 0n } as const
    const called = { ...use, call }
    expect(agreedNonceUse([called, called, null], [], 3)).toMatchObject({ call })
    expect(agreedNonceUse([called, use, null], [], 3)).toMatchObject({ hash: use.hash, isBacked: true, call: null })
    const elsewhere = { ...use, block: { number: 7n, hash: hashOf(3) } }
    expect(agreedNonceUse([use, elsewhere], [], 2)).toBeNull()
    expect(agreedNonceUse([use, { ...use, hash: hashOf(5) }], [], 2)).toBeNull()
    expect(agreedNonceUse([use, { ...use, emitted: true }], [], 2)).toEqual({ ...use, emitted: true, isBacked: true })
  })

  it('agree on a simulation only if all that can simulate give the same', () => {
    expect(agreedSimulation([null, [-5n, 0n], [-5n, 0n]])).toEqual([-5n, 0n])
    expect(
      agreedSimulation([
        [-5n, 0n],
        [-6n, 0n],
      ]),
    ).toBe('nodes-differ')
    expect(agreedSimulation([[-5n, 0n], 'failed'])).toBe('nodes-differ')
    expect(agreedSimulation([[-5n], [-5n], [-6n]])).toBe('nodes-differ')
    expect(agreedSimulation(['failed', 'failed'])).toBe('failed')
    expect(agreedSimulation([null, null])).toBeNull()
  })

  const transfer = {
    hash: hashOf(1),
    logIndex: 0,
    token: `0x${'4'.repeat(40)}` as const,
    from: `0x${'5'.repeat(40)}` as const,
    to: `0x${'6'.repeat(40)}` as const,
    units: 5n,
    blockNumber: 7n,
  }
  const other = { ...transfer, units: 6n }

  it('show every transfer that one of them shows, once', () => {
    expect(anyTransfers([[transfer], [transfer, other], []])).toEqual([transfer, other])
    expect(anyTransfers([[transfer, other], [other], [transfer]])).toEqual([transfer, other])
  })

  it('show one transfer once, regardless of log numbers and address spelling', () => {
    const token = `0x${'A'.repeat(40)}` as const
    const numbered = { ...transfer, token, logIndex: 9 }
    const plain = { ...transfer, token: token.toLowerCase() as typeof token }
    expect(anyTransfers([[plain], [numbered]])).toEqual([plain])
    expect(isListedByMost(plain, [[plain], [numbered], []], 3)).toBe(true)
  })

  it('show as many equal transfers as one of them lists, each proven separately', () => {
    const [one, two] = [transfer, { ...transfer, logIndex: 1 }]
    const renumbered = [
      { ...transfer, logIndex: 7 },
      { ...transfer, logIndex: 8 },
    ]
    expect(anyTransfers([[one], renumbered])).toEqual([one, renumbered[1]])
    expect(anyTransfers([[one, two], renumbered, [one]])).toEqual([one, two])
    const answers = [[one], renumbered, [one]] as [(typeof transfer)[], ...(typeof transfer)[][]]
    expect([1, 2].map((count) => isListedByMost(one, answers, 3, count))).toEqual([true, false])
    expect(isListedByMost(one, [[one, two], renumbered, []], 3, 2)).toBe(true)
  })

  it.each<[string, Partial<typeof transfer> & object]>([
    ['hash', { hash: hashOf(3) }],
    ['token', { token: `0x${'7'.repeat(40)}` as never }],
    ['sender', { from: `0x${'7'.repeat(40)}` as never }],
    ['recipient', { to: `0x${'7'.repeat(40)}` as never }],
    ['units', { units: 7n }],
    ['block', { blockNumber: 8n }],
  ])('show two transfers if their %s differs', (_, changes) => {
    const differs = { ...transfer, ...changes }
    expect(anyTransfers([[transfer], [differs]])).toEqual([transfer, differs])
    expect(isListedByMost(transfer, [[differs]], 1)).toBe(false)
  })

  it('show what an account sent if most do and none contradicts, with every transfer any of them has', () => {
    const bare = { hash: hashOf(1), nonce: 4, block: { number: 7n, hash: hashOf(2) }, effect: null }
    const [one, two] = [
      { ...bare, effect: { transfers: [transfer], native: null } },
      { ...bare, effect: { transfers: [other, transfer], native: { to: transfer.to, units: 5n } } },
    ]
    expect(agreedSent([one, bare, two], 3)).toEqual({
      ...bare,
      effect: { transfers: [transfer, other], native: { to: transfer.to, units: 5n } },
    })
    expect(agreedSent([bare, bare], 2)).toMatchObject(bare)
    const tokens = { ...bare, effect: { transfers: [transfer], native: null } }
    expect(agreedSent([tokens, tokens], 2)).toMatchObject(tokens)
    expect([agreedSent([one, null], 2), agreedSent([null], 1)]).toEqual([null, null])
    const elsewhere = { ...one, block: { number: 7n, hash: hashOf(3) } }
    expect([agreedSent([one, one, { ...one, nonce: 5 }], 3), agreedSent([one, one, elsewhere], 3)]).toEqual([
      null,
      null,
    ])
  })

  it('need no receipt for a transfer that more than half of all nodes list', () => {
    expect(isListedByMost(transfer, [[transfer]], 1)).toBe(true)
    expect(isListedByMost(transfer, [[transfer], [other, transfer], []], 3)).toBe(true)
    expect(isListedByMost(transfer, [[transfer], []], 2)).toBe(false)
    expect(isListedByMost(transfer, [[transfer]], 2)).toBe(false)
  })

  it.each<[[NodeBlockStatus, ...NodeBlockStatus[]], number, { state: string; isBacked: boolean }]>([
    [['final', 'final'], 2, { state: 'final', isBacked: true }],
    [['final', 'unknown'], 2, { state: 'final', isBacked: false }],
    [['final', 'final', 'open'], 3, { state: 'final', isBacked: false }],
    [['final', 'open', 'unknown'], 3, { state: 'open', isBacked: false }],
    [['gone', 'gone', 'final'], 3, { state: 'gone', isBacked: false }],
    [['gone', 'final'], 2, { state: 'open', isBacked: false }],
    [['open', 'open'], 2, { state: 'open', isBacked: false }],
    [['unknown', 'unknown'], 2, { state: 'open', isBacked: false }],
  ])('that say %j about a block, out of %i nodes, make it %j', (answers, nodeCount, status) => {
    expect(agreedBlockStatus(answers, nodeCount)).toEqual(status)
  })

  const status = fc.constantFrom<NodeBlockStatus>('final', 'open', 'gone', 'unknown')

  it('back a final block only if most of all say so and none disagrees', () => {
    fc.assert(
      fc.property(answersOf(status), fc.nat(4), (answers, silent) => {
        const { state, isBacked } = agreedBlockStatus(answers, answers.length + silent)
        const final = answers.filter((answer) => answer === 'final').length
        const contradicted = answers.some((answer) => answer === 'open' || answer === 'gone')
        expect(state === 'final' && isBacked).toBe(!contradicted && final * 2 > answers.length + silent)
      }),
    )
  })

  it('back nothing that one honest node contradicts, however the others lie', () => {
    fc.assert(
      fc.property(answersOf(status), fc.constantFrom<NodeBlockStatus>('open', 'gone'), (lies, truth) => {
        const { state, isBacked } = agreedBlockStatus([...lies, truth], lies.length + 1)
        expect(state === 'final' && isBacked).toBe(false)
      }),
    )
  })
})
