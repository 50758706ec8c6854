import fc from 'fast-check'
import type { Hash } from 'viem'
import { expect, it } from 'vitest'
import { idOf } from './external-payment.ts'
import { pairReturns } from './pair-returns.ts'

type Pairing = Parameters<typeof pairReturns>[0]

const likeness = fc.constantFrom('two', 'three')
const block = fc.nat({ max: 12 })
const hashAt = (index: number): Hash => `0x${index.toString(16).padStart(64, '0')}`
const pairing = fc
  .record({
    coins: fc.array(fc.record({ likeness, block, isSaid: fc.boolean() }), { maxLength: 8 }),
    received: fc.array(fc.record({ likeness, block }), { maxLength: 8 }),
    denied: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 8 }),
  })
  .map(({ coins, received, denied }): Pairing => {
    const transfers = received.map((one, index) => ({
      ...one,
      id: `r${index}`,
      hash: hashAt(index),
      ordinal: 0,
      at: 0,
    }))
    const ofCoins = Map.groupBy(denied, ([coin]) => `c${coin}`)
    return {
      coins: coins.map((one, index) => ({ ...one, id: `c${index}` })),
      received: transfers,
      denials: new Map([...ofCoins].map(([id, some]) => [id, new Set(some.map(([, index]) => `${hashAt(index)}:0`))])),
    }
  })

/** Pairs by looking at every transfer for every coin. */
function pairOneByOne({ coins, received, denials }: Pairing): Map<string, string> {
  const inOrder = coins.toSorted((one, other) => Number(other.isSaid) - Number(one.isSaid) || one.block - other.block)
  const pairs = new Map<string, string>()
  const taken = new Set<string>()
  for (const coin of inOrder) {
    const [back] = received
      .filter((one) => one.likeness === coin.likeness && one.block > coin.block && !taken.has(one.id))
      .filter((one) => !denials.get(coin.id)?.has(idOf(one)))
      .toSorted((one, other) => one.block - other.block)
    if (back === undefined) continue
    taken.add(back.id)
    pairs.set(coin.id, back.id)
  }
  return pairs
}

it('each coin gets the first later transfer that is free and not denied', () => {
  fc.assert(
    fc.property(pairing, (given) => {
      const pairs = [...pairReturns(given)].map(([id, back]) => [id, back.id] as const)
      expect(new Map(pairs)).toEqual(pairOneByOne(given))
    }),
    { numRuns: 500 },
  )
})
