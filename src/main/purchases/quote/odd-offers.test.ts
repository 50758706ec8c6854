import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { quoteIdLiteral } from '../../service/operations/quote-id.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'
import { expectNothing, stranger } from '../../../testing/purchases/nothing-stored.ts'
import { withQuoteId } from '../../../testing/purchases/with-quote-id.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('an offer whose transactionRequest has fields that Till does not know', () => {
  it.each(['harbour', 'meadow'] as const)('is paid on %s without them, and names them', async (network) => {
    const till = await sandbox.till()
    await sandbox.control('quotes', { transactionRequest: { validUntil: 1_900_000_000, memo: { note: 'for Ana' } } })
    const offer = await till.quote(network, 'usdc')
    expect(offer.problems).toEqual([])
    expect(offer.payment?.ignoredFields).toEqual(['validUntil', 'memo'])
    const { id } = await till.confirm(offer)
    expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
    expect((await sandbox.witness(till.address)).payments).toMatchObject([{ amount: offer.totalAmount }])
  })
})

describe('an offer whose id is not a small number', () => {
  it.each([
    { text: 'b1946ac9-2492', isNumber: false },
    { text: '9007199254740993', isNumber: true },
  ])('($text) is paid once, and registered under exactly that id', async (id) => {
    const till = await sandbox.till()
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

describe('a call that names its own quote', () => {
  it('is refused if it differs from the offer, since nobody could match it to the payment', async () => {
    const till = await sandbox.till()
    await sandbox.control('quotes', { quote: { id: 999_999 } })
    const offer = await till.quote('meadow', 'usdc')
    expect(offer.problems).toEqual([{ problem: 'request-refused', blocking: true, detail: 'other-quote' }])
    await expectNothing(sandbox, till)
  })

  it('is refused if that quote was paid before, whatever the service calls the offer', async () => {
    const till = await sandbox.till()
    const { service } = till
    const names = ['41', '041']
    const client: typeof service.client = {
      ...service.client,
      async createQuote(input) {
        const quote = await service.client.createQuote(input)
        const id = { text: names.shift() ?? '', isNumber: false }
        return { ...quote, id, transactionRequest: withQuoteId(41n, quote.transactionRequest) }
      },
    }
    const named = { ...service, client }
    Object.assign(till.context, { service: () => named })
    const [first, second] = [await till.quote('meadow', 'usdc'), await till.quote('meadow', 'usdc')]
    expect([first.problems, second.problems]).toEqual([[], []])
    await till.confirm(first)
    names.push('0041')
    expect((await till.quote('meadow', 'usdc')).problems).toEqual([
      { problem: 'request-refused', blocking: true, detail: 'already-paid' },
    ])
    await till.until(first.purchaseId, ({ steps }) => steps.every(({ state }) => state === 'final'))
    await expect(till.confirm(second)).rejects.toMatchObject({ details: { reason: 'already-paid' } })
  })
})

describe('an offer whose parts do not add up to its total', () => {
  it.each([
    [{ feeAmount: '0' }, { problem: 'parts-too-little', blocking: true, detail: '5' }],
    [{ feeAmount: '0.08' }, { problem: 'parts-differ', blocking: false, detail: '5.08' }],
    [{ digitalAssetAmount: '9' }, { problem: 'parts-differ', blocking: false, detail: '9.075' }],
  ])('%j says so, and is not paid if it asks for more than it explains', async (changes, problem) => {
    const till = await sandbox.till()
    await sandbox.control('settings', { pricesFrozen: true }, 'PATCH')
    await sandbox.control('quotes', { quote: changes })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toEqual([problem])
    expect(offer.totalAmount).toBe('5.075')
    if (problem.blocking) await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    else expect(await till.confirm(offer)).toMatchObject({ totalAmount: '5.075' })
  })
})

describe('an honest offer on a network with dishonest nodes', () => {
  it('reports differing simulations of its nodes, and signs nothing', async () => {
    const till = await sandbox.till()
    const offer = await till.quote('harbour', 'usdc')
    till.tamper.simulate = () => Promise.resolve('nodes-differ')
    const refused = await till.quote('harbour', 'usdc')
    expect(refused.problems).toEqual([{ problem: 'nodes-differ', blocking: true, detail: null }])
    expect(refused.payment).toMatchObject({ simulated: false, balanceChanges: [] })
    await expect(till.confirm(offer)).rejects.toMatchObject({
      code: 'simulation-failed',
      details: { reason: 'nodes-differ' },
    })
    await expectNothing(sandbox, till)
  })
})

describe('a paid address', () => {
  it('counts as the first one, then as known, then as another one that needs consent', async () => {
    const till = await sandbox.till()
    const status = async (network: 'harbour' | 'meadow') => (await till.quote(network, 'usdc')).payment?.recipientIs
    expect([await status('harbour'), await status('meadow')]).toEqual(['first', 'first-named'])
    const { id } = await till.buy('harbour', 'usdc')
    expect([await status('harbour'), await status('meadow')]).toEqual(['known', 'first-named'])
    await till.until(id, ({ steps }) => steps.every(({ state }) => state === 'final'))
    await sandbox.control('quotes', { call: { kind: 'transfer', to: stranger } })
    const changed = await till.quote('harbour', 'usdc')
    expect(changed.payment?.recipientIs).toBe('changed')
    expect(changed.problems.map(({ problem }) => problem)).toEqual(['recipient-changed'])
  })
})
