import fc from 'fast-check'
import type { Address, Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { PRICE_HELD_MS } from './external-payment.ts'
import { judgeArrivals, type Asked, type Candidate, type Verdict } from './judge-arrivals.ts'

const from: Address = `0x${'1'.repeat(40)}`
const stranger: Address = `0x${'2'.repeat(40)}`
const coin: Address = `0x${'a'.repeat(40)}`
const otherCoin: Address = `0x${'b'.repeat(40)}`

const ask = (id: string, units = 5n, changes: Partial<Asked> = {}): Asked => ({
  id,
  from,
  terms: { token: { address: coin }, payment: { units } } as Asked['terms'],
  sinceBlock: 10n,
  sinceTime: 1_000,
  nonce: 3,
  ended: null,
  endedBlock: null,
  isUnpaid: false,
  paidIn: null,
  isDeclined: () => false,
  ...changes,
})
let hashes = 0
const arrive = (units = 5n, changes: Partial<Candidate> = {}): Candidate => ({
  hash: `0x${(++hashes).toString(16).padStart(64, '0')}` as Hash,
  ordinal: 0,
  token: coin,
  from,
  units,
  block: 11n,
  at: 2_000,
  isPlain: true,
  nonce: 3,
  isDoubtful: false,
  ...changes,
})
const told = (verdicts: readonly Verdict[]): string[] => verdicts.map(({ id, is }) => `${id} ${is}`)

describe('what arrives for one purchase', () => {
  it.each<[string, Candidate, string[]]>([
    ['exactly what was asked', arrive(), ['a paid']],
    ['in time to the millisecond', arrive(5n, { at: 1_000 + PRICE_HELD_MS }), ['a paid']],
    ['a millisecond late', arrive(5n, { at: 1_001 + PRICE_HELD_MS }), ['a late']],
    ['one unit less', arrive(4n), ['a too-little']],
    ['one unit more', arrive(6n), ['a too-much']],
    ['another coin', arrive(5n, { token: otherCoin }), ['a other-token']],
    ['the native coin', arrive(5n, { token: null }), ['a other-token']],
    ['by another call', arrive(5n, { isPlain: false }), ['a other-call']],
    ['of somebody else', arrive(5n, { from: stranger }), ['a other-sender']],
    ['another amount of somebody else', arrive(4n, { from: stranger }), []],
    ['before it was asked', arrive(5n, { block: 10n }), []],
    ['signed before it was asked, as a dishonest node may show it later', arrive(5n, { nonce: 2 }), []],
    ['by a transaction that nobody can read', arrive(5n, { isPlain: false, nonce: null }), ['a other-call']],
  ])('%s', (_, arrival, verdicts) => {
    expect(told(judgeArrivals([ask('a')], [arrival]))).toEqual(verdicts)
  })

  it('twice pays once, and the second is a question, in the same block and after the end', () => {
    expect(told(judgeArrivals([ask('a')], [arrive(), arrive()]))).toEqual(['a paid', 'a twice'])
    expect(told(judgeArrivals([ask('a', 5n, { ended: 'paid' })], [arrive()]))).toEqual(['a twice'])
  })

  it.each<[string, Partial<Candidate>]>([
    ['too-little', { units: 4n }],
    ['too-much', { units: 6n }],
    ['other-token', { token: otherCoin }],
    ['other-sender', { from: stranger }],
  ])('%s is a question if it arrived before the payment and is read with or after it', (reason, changes) => {
    const wrong = arrive(5n, changes)
    expect(told(judgeArrivals([ask('a')], [arrive(), wrong]))).toEqual(['a paid', `a ${reason}`])
    const paid = ask('a', 5n, { ended: 'paid', paidIn: 11n })
    expect(told(judgeArrivals([paid], [wrong]))).toEqual([`a ${reason}`])
    // It may pay for something else.
    expect(told(judgeArrivals([ask('a')], [arrive(), { ...wrong, block: 12n }]))).toEqual(['a paid'])
    expect(told(judgeArrivals([paid], [{ ...wrong, block: 12n }]))).toEqual([])
  })

  it('of a wrong amount until the newest block when its user stopped is a question, whatever any clock says', () => {
    const stopped = ask('a', 5n, { ended: 'stopped', endedBlock: 11n })
    const late = 5 * 3_600_000
    const [before, after] = [arrive(4n, { at: late }), arrive(4n, { block: 12n, at: 0 })]
    expect(told(judgeArrivals([stopped], [before, after]))).toEqual(['a too-little'])
  })

  it('of another account is a question if it arrived before its user stopped and is read after', () => {
    const stopped = ask('a', 5n, { ended: 'stopped', endedBlock: 11n })
    const [before, after] = [arrive(5n, { from: stranger }), arrive(5n, { from: stranger, block: 12n })]
    const ofAnother = arrive(4n, { from: stranger })
    expect(told(judgeArrivals([stopped], [before, after, ofAnother]))).toEqual(['a other-sender'])
  })

  it('of a wrong amount is a question while nobody knows at which block its user stopped', () => {
    const stopped = ask('a', 5n, { ended: 'stopped' })
    expect(told(judgeArrivals([stopped], [arrive(4n), arrive(4n, { block: 99n })]))).toEqual([
      'a too-little',
      'a too-little',
    ])
  })

  it('that the user said pays nothing pays no other purchase without a question', () => {
    const arrivals = [arrive(5n, { isDoubtful: true })]
    expect(told(judgeArrivals([ask('a', 5n, { isDeclined: () => true }), ask('b')], arrivals))).toEqual(['b unclear'])
  })

  it('after another transaction took the place of its payment is no second payment', () => {
    expect(told(judgeArrivals([ask('a', 5n, { ended: 'paid', isUnpaid: true })], [arrive()]))).toEqual(['a unpaid'])
  })

  it('after it was stopped is a question', () => {
    expect(told(judgeArrivals([ask('a', 5n, { ended: 'stopped' })], [arrive()]))).toEqual(['a stopped'])
  })
})

describe('what arrives for several purchases', () => {
  it('of one amount is a question for each while fewer arrive than are awaited', () => {
    expect(told(judgeArrivals([ask('a'), ask('b')], [arrive()]))).toEqual(['a unclear', 'b unclear'])
    expect(told(judgeArrivals([ask('a'), ask('b')], [arrive(), arrive()]))).toEqual(['a paid', 'b paid'])
    const three = [arrive(), arrive(), arrive()]
    expect(told(judgeArrivals([ask('a'), ask('b')], three))).toEqual(['a paid', 'b paid', 'b twice'])
  })

  it('of one amount by other calls is a question about each', () => {
    const [one, other] = [arrive(5n, { isPlain: false }), arrive(5n, { isPlain: false })]
    expect(told(judgeArrivals([ask('a'), ask('b')], [one, other]))).toEqual(['a other-call', 'b other-call'])
  })

  it('of one amount counts for the only one that was asked before', () => {
    const later = ask('b', 5n, { sinceBlock: 20n })
    expect(told(judgeArrivals([ask('a'), later], [arrive()]))).toEqual(['a paid'])
  })

  it('of one amount counts for the one that the user did not decline', () => {
    const declined = ask('a', 5n, { isDeclined: () => true })
    expect(told(judgeArrivals([declined, ask('b')], [arrive()]))).toEqual(['b paid'])
  })

  it('of the amount of an ended one and of an awaited one counts for the awaited one', () => {
    expect(told(judgeArrivals([ask('a', 5n, { ended: 'paid' }), ask('b')], [arrive()]))).toEqual(['b paid'])
  })

  it('never pays one with anything but its exact amount in its coin, plainly, in time, from its account, and uses nothing twice', () => {
    const units = fc.bigInt({ min: 4n, max: 6n })
    const block = fc.bigInt({ min: 9n, max: 13n })
    const asked = fc.array(
      fc.record({ units, sinceBlock: block, ended: fc.constantFrom(null, null, 'paid' as const, 'stopped' as const) }),
      { maxLength: 5 },
    )
    const arrivals = fc.array(
      fc.record({
        units,
        block,
        token: fc.constantFrom(coin, coin, otherCoin, null),
        from: fc.constantFrom(from, from, stranger),
        isPlain: fc.boolean(),
        at: fc.constantFrom(2_000, 2_000, 1_001 + PRICE_HELD_MS),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(asked, arrivals, (given, arrived) => {
        const all = given.map((one, index) => ask(String(index), one.units, one))
        const candidates = arrived.map((one) => arrive(one.units, one))
        const verdicts = judgeArrivals(all, candidates)
        const paid = verdicts.filter(({ is }) => is === 'paid')
        for (const { id, arrival } of paid) {
          const one = all[Number(id)]!
          expect(one.ended).toBeNull()
          expect(arrival).toMatchObject({ units: one.terms.payment.units, token: coin, from, isPlain: true, at: 2_000 })
          expect(arrival.block > one.sinceBlock).toBe(true)
        }
        expect(new Set(paid.map(({ id }) => id)).size).toBe(paid.length)
        expect(new Set(paid.map(({ arrival }) => arrival.hash)).size).toBe(paid.length)
        // Whatever left the account exactly as asked, or while something was awaited, is taken or asked about. An unclear one pays nothing.
        const judged = new Set(verdicts.map(({ arrival }) => arrival.hash))
        for (const one of candidates) {
          const isAsked = all.some(
            ({ terms, sinceBlock }) => terms.payment.units === one.units && sinceBlock < one.block,
          )
          if (isAsked && one.from === from && one.token === coin) expect(judged).toContain(one.hash)
        }
        const unclear = new Set(verdicts.filter(({ is }) => is === 'unclear').map(({ arrival }) => arrival.hash))
        for (const { arrival } of paid) expect(unclear.has(arrival.hash)).toBe(false)
      }),
    )
  })
})
