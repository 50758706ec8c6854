import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seenProductSchema } from '../../favourites/seen-product.ts'
import { openTestSandbox, topup, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { askingOf, createWatching } from '../../../testing/external/watching.ts'
import { readDraft, sealDraft, writeDraft } from '../drafts/drafts-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, pay, viewOf, untilPaid, untilAsked } = createWatching(() => sandbox)

function save({ ledger, context }: TestTill): string {
  const id = randomUUID()
  const price = { fiatCurrency: 'USD', fiatValue: '5', stableCoinCurrency: 'USDC', stableCoinValue: '5' }
  const named = { sku: topup, brandSlug: 'juniperline', brandName: 'Juniperline', country: 'US' }
  const product = seenProductSchema.parse({ ...named, productType: 'topup', image: null, price })
  const sealedDelivery = sealDraft(context.sealer, id, { reference: '+12015550123', fields: {} })
  writeDraft(ledger, { id, service: 'service', savedAt: 1, product, sealedDelivery, paymentMethod: null })
  return id
}
const asked = { code: 'not-allowed', details: { reason: 'draft-asked' } }

describe('what was saved for later', () => {
  it('is asked of another wallet once, also if two offers for it are confirmed at the same time', async () => {
    const till = await open()
    const draftId = save(till)
    const offers = [await till.quote('harbour', 'usdc'), await till.quote('harbour', 'usdc')]
    const results = await Promise.allSettled(offers.map((offer) => till.purchases.ask({ ...askingOf(offer), draftId })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(till.purchases.external.list()).toHaveLength(1)
    const third = await till.quote('harbour', 'usdc')
    await expect(till.purchases.ask({ ...askingOf(third), draftId })).rejects.toMatchObject(asked)
    expect(till.service.budget.holds(third.purchaseId)).toBe(false)
    const waiting = till.purchases.external.asked(till.purchases.external.list()[0]?.id ?? '')
    await pay(till, waiting)
    await untilPaid(till, waiting)
    expect(readDraft(till.ledger, draftId)?.purchaseId).toBe(waiting.id)
  })

  it('is not bought with the account’s own key while another wallet is asked to pay for it', async () => {
    const till = await open()
    const draftId = save(till)
    const offer = await till.quote('harbour', 'usdc')
    await till.purchases.ask({ ...askingOf(offer), draftId })
    till.state.isWatched = false
    const own = await till.quote('harbour', 'usdc')
    await expect(till.confirm(own, { draftId })).rejects.toMatchObject(asked)
    await till.purchases.external.stop(offer.purchaseId)
    const bought = await till.confirm(own, { draftId })
    expect(readDraft(till.ledger, draftId)?.purchaseId).toBe(bought.id)
    await till.delivered(bought.id)
    expect(viewOf(till, { id: offer.purchaseId })).toMatchObject({ state: 'stopped', arrivals: [] })
  })
})

describe('the same for the same recipient', () => {
  it('shows as under way while another wallet is asked to pay for it', async () => {
    const till = await open()
    const waiting = await ask(till)
    const fields = { reference: '+12015550123', fields: [] }
    expect(till.purchases.underWay(topup, fields)).toMatchObject([{ id: waiting.id, status: 'awaited' }])
    expect(till.purchases.underWay(topup, { ...fields, reference: '+12015550199' })).toEqual([])
    const hash = await pay(till, waiting, { units: 1n })
    await untilAsked(till, waiting)
    expect(till.purchases.underWay(topup, fields)).toMatchObject([{ id: waiting.id, status: 'arrived' }])
    till.purchases.external.dismiss(waiting.id, { hash, ordinal: 0 })
    expect(till.purchases.underWay(topup, fields)).toMatchObject([{ id: waiting.id, status: 'awaited' }])
    await till.purchases.external.stop(waiting.id)
    expect(till.purchases.underWay(topup, fields)).toEqual([])
  })

  it('shows as under way while what arrived after the wait waits for an answer', async () => {
    const till = await open()
    const waiting = await ask(till)
    const fields = { reference: '+12015550123', fields: [] }
    await till.purchases.external.stop(waiting.id)
    const hash = await pay(till, waiting)
    expect(await untilAsked(till, waiting)).toEqual(['stopped'])
    expect(till.purchases.underWay(topup, fields)).toMatchObject([{ id: waiting.id, status: 'arrived' }])
    till.purchases.external.dismiss(waiting.id, { hash, ordinal: 0 })
    expect(till.purchases.underWay(topup, fields)).toEqual([])
  })
})
