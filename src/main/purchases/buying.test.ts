import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failing, openTown, topup, type TestTown } from './test-context.ts'

let town: TestTown
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town?.stop())

describe.concurrent('a purchase, from quote to end', () => {
  it.each([
    ['harbour', 'usdc', 'transfer', ['pay']],
    ['harbour', 'dai', 'transfer', ['pay']],
    ['meadow', 'usdc', 'router', ['approve', 'pay']],
    ['meadow', 'dai', 'router', ['approve', 'pay']],
  ] as const)('on %s with %s pays and registers exactly once what was shown', async (network, token, shape, steps) => {
    const till = await town.till()
    const offer = await till.quote(network, token)
    expect(offer).toMatchObject({ sku: topup, problems: [], termsAccepted: false })
    expect(offer.payment).toMatchObject({ shape, steps, amount: offer.totalAmount, simulated: true })
    expect(offer.payment?.balanceChanges).toEqual([{ symbol: token.toUpperCase(), change: `-${offer.totalAmount}` }])
    const { id } = await till.confirm(offer)
    const view = await till.ended(id)
    expect(view).toMatchObject({ status: 'delivered', attention: null, ended: true, waitingFor: null })
    expect(view.steps.map(({ kind, state }) => [kind, state])).toEqual(steps.map((kind) => [kind, 'final']))
    expect(view.timeline.every(({ at }) => at !== null)).toBe(true)

    const { payments, registrations } = await town.witness(till.address)
    const hash = view.steps.at(-1)?.hash
    expect(payments).toMatchObject([{ hash, amount: offer.totalAmount, symbol: token.toUpperCase() }])
    expect(registrations).toMatchObject([{ hash, status: 'SUCCESS', reference: '+12015550123' }])
    const asked = await town.requests(till.address)
    expect(asked.map(({ operation }) => operation).sort()).toEqual([
      'createQuote',
      'getTransaction',
      'getWallet',
      'registerTransaction',
    ])
  })

  it('of a product that fails ends when the coins came back', async () => {
    const till = await town.till()
    const { id } = await till.buy('harbour', 'usdc', failing)
    const failed = await till.until(id, ({ service }) => service.status === 'FAILED')
    expect(failed.status).toMatch(/^(failed|refunded)$/)
    const view = await till.ended(id)
    const { payments, refunds } = await town.witness(till.address)
    expect(refunds).toHaveLength(1)
    expect(refunds[0]?.units).toBe(payments[0]?.units)
    expect(view).toMatchObject({
      status: 'refunded',
      refund: { state: 'seen', hash: refunds[0]?.hash, amount: view.totalAmount },
    })
  })
})
