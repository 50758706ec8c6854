import { randomUUID } from 'node:crypto'
import type { Hash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import { noLimits } from '../../../shared/limits/views.ts'
import { seenProductSchema } from '../../favourites/seen-product.ts'
import {
  openTestSandbox,
  otherTopup,
  topup,
  type TestSandbox,
  type TestTill,
} from '../../../testing/purchases/context.ts'
import { createWatching } from '../../../testing/external/watching.ts'
import { askingOf } from '../../../testing/purchases/consent.ts'
import { deleteDraft, readDraft, sealDraft, writeDraft } from '../drafts/drafts-repository.ts'
import { readExternal } from './external-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())
const { open, ask, askFor, pay, viewOf, untilPaid, untilAsked } = createWatching(() => sandbox)

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

describe('a new price', () => {
  /** Buys with the account's own key and cancels it; returns the purchase's id. */
  async function buyUnpaid(till: TestTill): Promise<string> {
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const { id } = await till.buy('harbour', 'usdc')
    const { offerKey } = await till.purchases.offerFee(id, 'cancel')
    await till.purchases.confirmFee(id, offerKey, false)
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await till.untilSettled(id)
    return id
  }
  const quoteAgain = (till: TestTill, replaces: string): Promise<QuoteView> =>
    till.purchases.quote(till.service, till.choice('harbour', 'usdc'), null, null, replaces)
  const payMined: typeof pay = async (till, one, changes) => {
    const hash = await pay(till, one, changes)
    await vi.waitUntil(() => till.chain('harbour').receipt(hash), { timeout: 10_000, interval: 20 })
    return hash
  }
  /** Replaces a payment that is made meanwhile, which the nodes that Till asks show late. */
  async function replacePaid(
    till: TestTill,
    first: ExternalPaymentView,
  ): Promise<{ readonly second: ExternalPaymentView; readonly hash: Hash }> {
    const offer = await quoteAgain(till, first.id)
    till.tamper.transfersTo = async () => []
    // In a block after the new price was asked for, it would pay that.
    const hash = await payMined(till, first)
    const second = await askFor(till, offer)
    delete till.tamper.transfersTo
    return { second, hash }
  }
  const arrived = { code: 'not-allowed', details: { reason: 'external-arrived' } }

  it('carries on the draft, and ends the wait for the payment that it replaces', async () => {
    const till = await open()
    const draftId = save(till)
    const first = await till.quote('harbour', 'usdc')
    await till.purchases.ask({ ...askingOf(first), draftId })
    const second = await askFor(till, await quoteAgain(till, first.purchaseId))
    expect(viewOf(till, { id: first.purchaseId })).toMatchObject({ state: 'stopped', draftId })
    expect(second).toMatchObject({ state: 'waiting', draftId })
    expect(till.service.budget.holds(first.purchaseId)).toBe(false)
    const third = await till.quote('harbour', 'usdc')
    await expect(till.purchases.ask({ ...askingOf(third), draftId })).rejects.toMatchObject(asked)
    await pay(till, second)
    await untilPaid(till, second)
    expect(readDraft(till.ledger, draftId)?.purchaseId).toBe(second.id)
    expect(viewOf(till, { id: first.purchaseId })).toMatchObject({ state: 'stopped', arrivals: [] })
  })

  it('does not pay with the account’s own key for a draft that another wallet is still asked to pay for', async () => {
    const till = await open()
    const draftId = save(till)
    const first = await till.quote('harbour', 'usdc')
    await till.purchases.ask({ ...askingOf(first), draftId })
    till.state.isWatched = false
    const own = await quoteAgain(till, first.purchaseId)
    await expect(till.confirm(own, { draftId })).rejects.toMatchObject(asked)
    expect(viewOf(till, { id: first.purchaseId }).state).toBe('waiting')
  })

  it('replaces nothing while it is only shown, and nothing once the draft was removed but the wait', async () => {
    const till = await open()
    const draftId = save(till)
    const first = await till.quote('harbour', 'usdc')
    await till.purchases.ask({ ...askingOf(first), draftId })
    const offer = await quoteAgain(till, first.purchaseId)
    expect(viewOf(till, { id: first.purchaseId }).state).toBe('waiting')
    deleteDraft(till.ledger, draftId)
    expect(await askFor(till, offer)).toMatchObject({ state: 'waiting', draftId: null })
    expect(viewOf(till, { id: first.purchaseId }).state).toBe('stopped')
  })

  it('carries on what is bought again, which nothing else may replace then', async () => {
    const till = await sandbox.till()
    const unpaid = await buyUnpaid(till)
    till.state.isWatched = true
    const again = (): Promise<QuoteView> =>
      till.purchases.quote(till.service, till.choice('harbour', 'usdc'), null, unpaid)
    const first = await again()
    await askFor(till, first)
    const second = await askFor(till, await quoteAgain(till, first.purchaseId))
    expect(second).toMatchObject({ state: 'waiting', repeatOf: unpaid })
    await expect(again()).rejects.toMatchObject({ details: { reason: 'repeated-already' } })
  })

  it('is not counted twice towards a limit', async () => {
    const till = await open()
    const first = await ask(till)
    till.state.limits = { ...noLimits, perDay: '6' }
    expect((await till.quote('harbour', 'usdc')).problems).toMatchObject([{ problem: 'limit-day' }])
    await askFor(till, await quoteAgain(till, first.id))
  })

  it('is not counted twice towards a limit either if it replaces another new price', async () => {
    const till = await open()
    const first = await ask(till)
    const [second, third] = [await quoteAgain(till, first.id), await quoteAgain(till, first.id)]
    await askFor(till, second)
    till.state.limits = { ...noLimits, perDay: '6' }
    await askFor(till, third)
    expect((await quoteAgain(till, first.id)).problems).toEqual([])
  })

  it('is refused once something arrived for the payment that it would replace', async () => {
    const till = await open()
    const first = await ask(till)
    const offer = await quoteAgain(till, first.id)
    const hash = await payMined(till, first, { units: 1n })
    await expect(till.purchases.ask(askingOf(offer))).rejects.toMatchObject(arrived)
    await expect(quoteAgain(till, first.id)).rejects.toMatchObject(arrived)
    expect(viewOf(till, first)).toMatchObject({ state: 'waiting', arrivals: [{ hash }] })
    till.purchases.external.dismiss(first.id, { hash, ordinal: 0 })
    expect(await askFor(till, await quoteAgain(till, first.id))).toMatchObject({ state: 'waiting' })
  })

  it('is not shown once that payment was made in a block that Till had not read', async () => {
    const till = await open()
    const first = await ask(till)
    await payMined(till, first)
    await expect(quoteAgain(till, first.id)).rejects.toMatchObject(arrived)
  })

  it('is refused once that payment was made, also in a block that Till had not read', async () => {
    const till = await open()
    const first = await ask(till)
    const offer = await quoteAgain(till, first.id)
    await payMined(till, first)
    await expect(till.purchases.ask(askingOf(offer))).rejects.toMatchObject(arrived)
    await untilPaid(till, first)
    expect(till.purchases.external.list()).toEqual([])
  })

  it('ends the wait for another new price too: one payment at most is awaited', async () => {
    const till = await open()
    const first = await ask(till)
    const [second, third] = [await quoteAgain(till, first.id), await quoteAgain(till, first.id)]
    await askFor(till, second)
    expect(await askFor(till, third)).toMatchObject({ state: 'waiting' })
    for (const { id } of [first, { id: second.purchaseId }]) expect(viewOf(till, { id }).state).toBe('stopped')
    expect(till.purchases.external.list().map(({ id }) => id)).toEqual([third.purchaseId])
  })

  it('is refused once the newest price was paid at another address, also in a block that Till had not read', async () => {
    const till = await open()
    const first = await ask(till)
    const [second, third] = [await quoteAgain(till, first.id), await quoteAgain(till, first.id)]
    const { id } = await askFor(till, second)
    const elsewhere = "UPDATE external_payments SET terms = json_set(terms, '$.payment.recipient', ?) WHERE id = ?"
    till.ledger.prepare(elsewhere).run(privateKeyToAccount(generatePrivateKey()).address, id)
    await payMined(till, viewOf(till, { id }))
    await expect(till.purchases.ask(askingOf(third))).rejects.toMatchObject(arrived)
    expect(viewOf(till, { id }).state).toBe('paid')
  })

  it('is refused once something arrived for a payment that an earlier new price replaced', async () => {
    const till = await open()
    const first = await ask(till)
    const { second } = await replacePaid(till, first)
    await till.purchases.external.look(first.id, null)
    expect(await untilAsked(till, first)).toEqual(['stopped'])
    await expect(quoteAgain(till, second.id)).rejects.toMatchObject(arrived)
    expect(viewOf(till, second)).toMatchObject({ state: 'waiting', arrivals: [] })
  })

  it.each(['draft', 'unpaid purchase', 'replaced payment'] as const)(
    'of the same %s whose earlier payment is registered after all is not waited for any more',
    async (wish) => {
      const till = await sandbox.till()
      const repeatOf = wish === 'unpaid purchase' ? await buyUnpaid(till) : null
      till.state.isWatched = true
      const draftId = wish === 'draft' ? save(till) : null
      const first = await till.purchases.quote(till.service, till.choice('harbour', 'usdc'), null, repeatOf)
      await till.purchases.ask({ ...askingOf(first), draftId })
      const earlier = viewOf(till, { id: first.purchaseId })
      const { second, hash } = await replacePaid(till, earlier)
      await till.purchases.external.look(earlier.id, null)
      expect(await untilAsked(till, earlier)).toEqual(['stopped'])
      await till.purchases.external.register(earlier.id, { hash, ordinal: 0 })
      expect(viewOf(till, second)).toMatchObject({ state: 'stopped', arrivals: [] })
      // What a stranger pays at that address from then on is no question.
      expect(readExternal(till.ledger, second.id)?.endedBlock).not.toBeNull()
      if (draftId !== null) expect(readDraft(till.ledger, draftId)?.purchaseId).toBe(earlier.id)
    },
  )
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
    expect(till.purchases.underWay(topup, fields)).toMatchObject([{ id: waiting.id, status: 'stopped' }])
    till.clock.skewMs = 8 * 24 * 3_600_000
    await vi.waitUntil(() => till.purchases.underWay(topup, fields).length === 0, { timeout: 10_000, interval: 50 })
  })

  it('shows what was bought since the payment that a new price replaces was asked for, however long ago', async () => {
    const till = await open()
    const waiting = await ask(till)
    const bought = await ask(till)
    await pay(till, bought)
    await untilPaid(till, bought)
    await till.delivered(bought.id)
    till.clock.skewMs = 60 * 60_000
    const fields = { reference: '+12015550123', fields: [] }
    const ofBought = { id: bought.id, status: 'delivered' }
    expect(till.purchases.underWay(topup, fields)).not.toContainEqual(expect.objectContaining(ofBought))
    expect(till.purchases.underWay(topup, fields, waiting.id)).toContainEqual(expect.objectContaining(ofBought))
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
    expect(till.purchases.underWay(topup, fields)).toMatchObject([{ id: waiting.id, status: 'stopped' }])
  })

  it('shows what waits for an answer first, and what is only awaited no more last', async () => {
    const till = await open()
    const fields = { reference: '+12015550123', fields: [] }
    const asked = [await ask(till), await ask(till), await ask(till)]
    const [first, second, third] = asked.map(({ id }) => id)
    await pay(till, asked[0]!, { units: 1n })
    await vi.waitUntil(() => asked.some((one) => viewOf(till, one).arrivals.length > 0), {
      timeout: 20_000,
      interval: 50,
    })
    const questioned = asked.find((one) => viewOf(till, one).arrivals.length > 0)?.id
    const [stopped, waiting] = [first, second, third].filter((id) => id !== questioned)
    await till.purchases.external.stop(stopped ?? '')
    expect(till.purchases.underWay(topup, fields)).toMatchObject([
      { id: questioned, status: 'arrived' },
      { id: waiting, status: 'awaited' },
      { id: stopped, status: 'stopped' },
    ])
  })
})

describe('a payment that is awaited', () => {
  it('names what arrived for the same after its user stopped waiting, and what was bought with it', async () => {
    const till = await open()
    const stopped = await ask(till)
    await till.purchases.external.stop(stopped.id)
    const waiting = await ask(till)
    expect(viewOf(till, waiting).same).toBeNull()
    const hash = await pay(till, stopped)
    expect(await untilAsked(till, stopped)).toEqual(['stopped'])
    expect(viewOf(till, waiting).same).toMatchObject({ id: stopped.id, status: 'arrived' })
    expect(till.purchases.external.list().find(({ id }) => id === waiting.id)?.same?.id).toBe(stopped.id)
    await till.purchases.external.register(stopped.id, { hash, ordinal: 0 })
    await till.delivered(stopped.id)
    expect(viewOf(till, waiting)).toMatchObject({ state: 'waiting', same: { id: stopped.id, status: 'delivered' } })
    await till.purchases.external.stop(waiting.id)
    expect(viewOf(till, waiting).same).toBeNull()
  })

  it('and was stopped names what was bought since, as long as what arrived waits for an answer', async () => {
    const till = await open()
    const stopped = await ask(till)
    await till.purchases.external.stop(stopped.id)
    const bought = await ask(till)
    await pay(till, bought)
    await untilPaid(till, bought)
    await till.delivered(bought.id)
    expect(viewOf(till, stopped).same).toBeNull()
    const hash = await pay(till, stopped)
    await untilAsked(till, stopped)
    expect(viewOf(till, stopped).same).toMatchObject({ id: bought.id, status: 'delivered' })
    till.purchases.external.dismiss(stopped.id, { hash, ordinal: 0 })
    expect(viewOf(till, stopped).same).toBeNull()
  })

  it('names nothing that was bought before it was asked for, or is another product', async () => {
    const till = await open()
    const bought = await ask(till)
    await pay(till, bought)
    await untilPaid(till, bought)
    await till.delivered(bought.id)
    till.clock.skewMs = 60_000
    const waiting = await ask(till)
    expect(waiting.same).toBeNull()
    const other = await ask(till, otherTopup)
    await pay(till, other)
    await untilPaid(till, other)
    expect(viewOf(till, waiting).same).toBeNull()
  })
})

describe('what another wallet paid late', () => {
  it('counts as bought when it was paid, not when it was asked for', async () => {
    const till = await open()
    const waiting = await ask(till)
    const fields = { reference: '+12015550123', fields: [] }
    await till.purchases.external.stop(waiting.id)
    till.clock.skewMs = 30 * 60_000
    const hash = await pay(till, waiting)
    await untilAsked(till, waiting)
    await till.purchases.external.register(waiting.id, { hash, ordinal: 0 })
    await till.delivered(waiting.id)
    const [found] = till.purchases.underWay(topup, fields)
    expect(found).toMatchObject({ id: waiting.id, status: 'delivered' })
    expect(Date.parse(found?.createdAt ?? '') - Date.parse(waiting.askedAt)).toBeGreaterThanOrEqual(30 * 60_000)
  })
})
