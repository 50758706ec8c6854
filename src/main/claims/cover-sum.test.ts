import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoveredPurchase } from './claim-repository.ts'
import { coverSum, onlyCombination, shareSum } from './cover-sum.ts'

const of = (id: string, units: bigint): CoveredPurchase => ({ id, units })
const namesOf = (covers: readonly CoveredPurchase[]): string => covers.map(({ id }) => id).join('')

describe('the purchases whose refunds are in a sum', () => {
  it.each<[string, bigint, bigint, bigint[], string]>([
    ['the only one', 5n, 5n, [], 'a'],
    ['all, if it is exactly enough', 18n, 5n, [6n, 7n], 'abc'],
    ['the requested one alone, if it is more than all', 20n, 5n, [6n, 7n], 'a'],
    ['all, however many there are', 18n, 5n, Array<bigint>(13).fill(1n), 'abcdefghijklmn'],
    ['those that add up to the sum, if others were withdrawn before', 12n, 5n, [6n, 7n], 'ac'],
    ['the requested one alone, if no others add up to the rest', 10n, 5n, [6n, 7n], 'a'],
    ['the requested one alone, if several could add up to the rest', 11n, 5n, [6n, 6n], 'a'],
    ['the requested one alone, if it is the whole sum', 5n, 5n, [6n, 7n], 'a'],
    ['none, if it does not suffice for the requested one', 4n, 5n, [4n], ''],
    ['the requested one alone, if there are too many to tell', 6n, 5n, Array<bigint>(13).fill(1n), 'a'],
  ])('are %s', (_, units, claimed, others, covered) => {
    const named = others.map((one, index) => of(String.fromCharCode(98 + index), one))
    expect(namesOf(coverSum(units, of('a', claimed), named))).toBe(covered)
  })

  it('never exceed the sum, are unique, and start with the requested one', () => {
    const units = fc.bigInt({ min: 1n, max: 30n })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 90n }),
        units,
        fc.array(units, { maxLength: 14 }),
        (sum, claimed, others) => {
          const covers = coverSum(
            sum,
            of('requested', claimed),
            others.map((one, index) => of(String(index), one)),
          )
          expect(covers.reduce((all, one) => all + one.units, 0n) <= sum).toBe(true)
          expect(new Set(covers.map(({ id }) => id)).size).toBe(covers.length)
          expect(covers[0]?.id).toBe(claimed <= sum ? 'requested' : undefined)
        },
      ),
    )
  })
})

it('finds the only combination for a sum, and none if there are two or none', () => {
  const three = [of('a', 1n), of('b', 2n), of('c', 3n)]
  expect([0n, 1n, 3n, 4n, 6n, 7n].map((units) => namesOf(onlyCombination(units, three)))).toEqual([
    '',
    'a',
    '',
    'ac',
    'abc',
    '',
  ])
})

describe('a received sum', () => {
  it.each<[string, bigint, bigint | null, bigint[], string, string]>([
    ['goes to the requested purchase, and the rest to the only one that it fits', 11n, 5n, [6n, 7n], 'ab', ''],
    ['goes to the requested purchase, and the rest is asked about if two could have it', 11n, 5n, [6n, 6n], 'a', 'bc'],
    ['goes to others if it does not suffice for the requested purchase', 6n, 9n, [6n, 7n], 'b', ''],
    ['is not asked about for purchases that it does not suffice for', 11n, 5n, [4n, 7n], 'a', 'b'],
    ['is asked about if payments unknown to this ledger have a part of it', 20n, 5n, [6n], 'a', 'b'],
    ['goes to the only one that it fits, later', 6n, null, [6n, 7n], 'b', ''],
    ['belongs to nobody once all of it is known', 0n, null, [6n, 7n], '', ''],
  ])('%s', (_, units, claimed, others, certain, possible) => {
    const named = others.map((one, index) => of(String.fromCharCode(98 + index), one))
    const shares = shareSum(units, claimed === null ? null : of('a', claimed), named)
    expect([namesOf(shares.certain), namesOf(shares.possible)]).toEqual([certain, possible])
  })
})
