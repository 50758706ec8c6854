import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { quoteIdLiteral } from '../service/quote-id.ts'
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

describe('an offer whose id is no small number', () => {
  it.each([
    { text: 'b1946ac9-2492', isNumber: false },
    { text: '9007199254740993', isNumber: true },
  ])('($text) is paid once, and registered under exactly that id', async (id) => {
    const till = await town.till()
    const { service } = till
    const sent: string[] = []
    const client: typeof service.client = {
      ...service.client,
      createQuote: async (input) => ({ ...(await service.client.createQuote(input)), id }),
      registerSpend: (input) => {
        sent.push(input.body)
        return service.client.registerSpend(input)
      },
    }
    const named = { ...service, client }
    Object.assign(till.context, { service: () => named })
    const [offer, again] = [await till.quote('harbour', 'usdc'), await till.quote('harbour', 'usdc')]
    await till.confirm(offer)
    await expect(till.confirm(again)).rejects.toMatchObject({ details: { reason: 'already-paid' } })
    await vi.waitUntil(() => sent.length > 0, { timeout: 20_000 })
    expect(sent[0]).toContain(`"quoteId":${quoteIdLiteral(id)},`)
  })
})
