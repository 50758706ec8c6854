import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTown, type TestHouse } from './test-context.ts'

let town: TestHouse
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town?.stop())
afterEach(() => town.reset())

describe('an offer whose transactionRequest says more than Till knows', () => {
  it.each(['harbour', 'meadow'] as const)('is paid on %s without it, and names it', async (network) => {
    const till = await town.till()
    await town.control('quotes', { transactionRequest: { validUntil: 1_900_000_000, memo: { note: 'for Ana' } } })
    const offer = await till.quote(network, 'usdc')
    expect(offer.problems).toEqual([])
    expect(offer.payment?.ignoredFields).toEqual(['validUntil', 'memo'])
    const { id } = await till.confirm(offer)
    expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
    expect((await town.witness(till.address)).payments).toMatchObject([{ amount: offer.totalAmount }])
  })
})
