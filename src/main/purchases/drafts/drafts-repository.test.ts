import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deleteDraft, listDrafts, readDraft, markDraftBought, writeDraft, sealDraft } from './drafts-repository.ts'
import { seenProductSchema } from '../../favourites/seen-product.ts'
import {
  openTestSandbox,
  otherTopup,
  topup,
  type TestSandbox,
  type TestTill,
} from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

function prepare({ ledger, context }: TestTill, sku = topup): string {
  const id = randomUUID()
  const product = seenProductSchema.parse({
    sku,
    brandSlug: 'juniperline',
    brandName: 'Juniperline',
    country: 'US',
    productType: 'topup',
    image: null,
    price: { fiatCurrency: 'USD', fiatValue: '5', stableCoinCurrency: 'USDC', stableCoinValue: '5' },
  })
  const sealedDelivery = sealDraft(context.sealer, id, { reference: '+12015550123', fields: {} })
  writeDraft(ledger, { id, service: 'service', savedAt: 1, product, sealedDelivery, paymentMethod: null })
  return id
}
const count = (till: TestTill): number => till.purchases.list({ status: null, offset: 0, limit: 10 }).total

describe('a draft', () => {
  let till: TestTill
  beforeAll(async () => {
    till = await sandbox.till()
  })

  it('is deleted in the commit that stores its purchase, and no other offer can pay it', async () => {
    const draftId = prepare(till)
    const [offer, other] = [await till.quote('harbour', 'usdc'), await till.quote('harbour', 'usdc')]
    const bought = await till.confirm(offer, { draftId })
    expect(listDrafts(till.ledger, 'service')).toEqual([])
    expect(readDraft(till.ledger, draftId)).toMatchObject({ purchaseId: bought.id, sealedDelivery: null })

    await expect(till.confirm(other, { draftId })).rejects.toMatchObject({
      code: 'not-allowed',
      details: { reason: 'draft-bought' },
    })
    expect((await till.confirm(offer, { draftId })).id).toBe(bought.id)
    expect(count(till)).toBe(1)
    await till.until(bought.id, ({ steps }) => steps[0]?.state !== 'signed')
    expect((await sandbox.witness(till.address)).payments).toHaveLength(1)
  })

  it('becomes one purchase if two offers for it are confirmed at the same time', async () => {
    const before = count(till)
    const draftId = prepare(till)
    const offers = [await till.quote('harbour', 'usdc'), await till.quote('meadow', 'usdc')]
    const results = await Promise.allSettled(offers.map((offer) => till.confirm(offer, { draftId })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(count(till)).toBe(before + 1)
  })

  it('is unchanged if nothing is bought', async () => {
    const before = count(till)
    const draftId = prepare(till, otherTopup)
    const offer = await till.quote('harbour', 'usdc')
    await expect(till.confirm(offer, { draftId })).rejects.toMatchObject({ details: { reason: 'draft-bought' } })
    await expect(till.confirm(offer, { draftId, totalAmount: '1' })).rejects.toMatchObject({ code: 'quote-changed' })
    expect(readDraft(till.ledger, draftId)?.purchaseId).toBeNull()
    expect(count(till)).toBe(before)
    deleteDraft(till.ledger, draftId)
    await expect(till.confirm(offer, { draftId })).rejects.toMatchObject({ details: { reason: 'draft-bought' } })
    expect(count(till)).toBe(before)
    expect(markDraftBought(till.ledger, draftId, topup, randomUUID())).toBe(false)
  })
})
