import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requests } from '../../../shared/contract.ts'
import { openOakAndElm, serviceAt, type OakAndElm } from '../../../testing/catalog/oak-and-elm.ts'
import { scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { createSealer, SealError, type Sealer } from '../../db/seal.ts'
import { ownersAmong } from '../../people/owner-of.ts'
import { markDraftBought } from './drafts-repository.ts'
import { openDrafts, type Drafts, type DraftsOptions } from './drafts.ts'

let shop: OakAndElm
let drafts: Drafts
let isReadable: boolean
let check: DraftsOptions['check']

const real = createSealer(randomBytes(32))
const ready = (): Sealer => {
  if (!isReadable) throw new SealError('No key')
  return real
}
const sealer: Sealer = {
  seal: (plain, purpose) => ready().seal(plain, purpose),
  unseal: (box, purpose) => ready().unseal(box, purpose),
}

beforeEach(() => {
  shop = openOakAndElm()
  isReadable = true
  check = async () => null
  const people = { owners: () => ownersAmong(scriptedPeople) }
  drafts = openDrafts({ ...shop, people, sealer, check: (sku, typed) => check(sku, typed) })
})
afterEach(() => shop.dispose())

describe('a draft', () => {
  const typed = { sku: 'OAK-I', reference: '55 123', fields: { 'sender.name': 'Eva' } }
  const keep = (given: Partial<Parameters<Drafts['save']>[0]> = {}) =>
    requests['drafts.save'].output.parse(drafts.save({ id: null, ...typed, paymentMethod: null, ...given }))

  function storePurchase(): string {
    const id = randomUUID()
    shop.ledger
      .prepare(
        `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
         VALUES (?, 1, 'p', '7:0x0', '0x1', '{}', x'00')`,
      )
      .run(id)
    return id
  }

  it('is returned as typed, and changed in place', async () => {
    const paymentMethod = { networkKey: 'harbour', tokenKey: 'usdc' }
    const { id } = keep({ paymentMethod })
    expect(drafts.get(id)).toMatchObject({
      reference: '55 123',
      fields: typed.fields,
      paymentMethod,
      purchaseId: null,
    })
    keep({ id, reference: '+52 55 1234 5678' })
    expect(requests['drafts.list'].output.parse(await drafts.list())).toMatchObject([
      { id, recipient: '+52 55 1234 5678', gone: false, before: null },
    ])
    expect(await drafts.remove(id)).toEqual([])
    expect(() => drafts.get(id)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('changes to another product and payment method, and is bought as that', () => {
    const [first, second] = [
      { networkKey: 'harbour', tokenKey: 'usdc' },
      { networkKey: 'bay', tokenKey: 'usdt' },
    ]
    const { id } = keep({ paymentMethod: first })
    keep({ id, sku: 'ELM-I', paymentMethod: second })
    expect(drafts.get(id)).toMatchObject({ product: { sku: 'ELM-I' }, paymentMethod: second })
    // A product that was never on sale replaces none.
    expect(() => keep({ id, sku: 'NONE-I' })).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(keep({ id, sku: 'ELM-I' })).toMatchObject({ product: { sku: 'ELM-I' }, paymentMethod: null })
    expect(markDraftBought(shop.ledger, id, 'OAK-I', randomUUID())).toBe(false)
    expect(markDraftBought(shop.ledger, id, 'ELM-I', storePurchase())).toBe(true)
    expect(markDraftBought(shop.ledger, id, 'ELM-I', storePurchase())).toBe(false)
  })

  it('shows a moved price and a product that is gone, and can still be changed', () => {
    const { id } = keep()
    shop.sell('5.00')
    expect(drafts.get(id)).toMatchObject({ before: '5.50', gone: false })
    shop.sell(null)
    expect(drafts.get(id)).toMatchObject({ gone: true, before: null, product: { brandName: 'Oak' } })
    expect(keep({ id, reference: '1' })).toMatchObject({ gone: true, reference: '1' })
    expect(() => keep()).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('is not of a gone product while no catalog is loaded', async () => {
    keep()
    shop.forgetCatalog()
    expect(await drafts.list()).toMatchObject([{ product: { brandName: 'Oak' }, gone: false }])
  })

  it('belongs to its service', async () => {
    const { id } = keep()
    shop.profile = serviceAt('https://b.example')
    expect(await drafts.list()).toEqual([])
    expect(() => drafts.get(id)).toThrow(expect.objectContaining({ code: 'not-found' }))
    expect(() => keep({ id, reference: '1' })).toThrow(expect.objectContaining({ code: 'not-found' }))
    shop.profile = serviceAt('https://a.example')
    expect(await drafts.list()).toHaveLength(1)
    expect(drafts.get(id).reference).toBe(typed.reference)
  })

  it('is listed with its recipient as it would be sent, a number in groups, and says whether anything is missing', async () => {
    keep({ reference: '55 1234 5678' })
    keep({ reference: '551111' })
    check = async (sku, { reference }) => {
      const isComplete = reference.length > 10
      return { reference: isComplete ? '+525512345678' : null, fields: [], isComplete: isComplete && sku === 'OAK-I' }
    }
    expect(await drafts.list()).toMatchObject([
      { recipient: '551111', person: null, isComplete: false },
      { recipient: '+52 55 1234 5678', person: 'Ana', isComplete: true },
    ])
  })

  it('is listed with the number in a field as it would be sent', async () => {
    keep({ reference: '', fields: { 'recipient.phone': '55 1234 5678', 'recipient.name': 'Ana' } })
    const fields = [{ key: 'recipient.phone', value: '+525512345678' }]
    check = async () => ({ reference: null, fields, isComplete: true })
    expect(await drafts.list()).toMatchObject([{ recipient: '+52 55 1234 5678', person: 'Ana' }])
  })

  it('is listed while records cannot be read, and opens after an unlock', async () => {
    const { id } = keep()
    isReadable = false
    expect(await drafts.list()).toMatchObject([{ id, recipient: null, product: { brandName: 'Oak' } }])
    expect(() => drafts.get(id)).toThrow(expect.objectContaining({ code: 'locked' }))
    expect(() => keep()).toThrow(expect.objectContaining({ code: 'locked' }))
    expect(await drafts.list()).toHaveLength(1)
  })

  it('shows only its outcome once bought', async () => {
    const { id } = keep()
    const purchaseId = storePurchase()
    markDraftBought(shop.ledger, id, 'OAK-I', purchaseId)
    expect(await drafts.list()).toEqual([])
    expect(requests['drafts.get'].output.parse(drafts.get(id))).toMatchObject({
      purchaseId,
      recipient: null,
      reference: '',
      fields: {},
    })
    expect(() => keep({ id })).toThrow(
      expect.objectContaining({ code: 'not-allowed', details: { reason: 'draft-bought' } }),
    )
    expect(await drafts.remove(id)).toEqual([])
    expect(drafts.get(id).purchaseId).toBe(purchaseId)
  })
})
