import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markRestored } from '../../db/copies/restored-mark.ts'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { answerPurpose, bodyPurpose, buildRegistration, prepareRegistration } from './prepare-registration.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { payStep, type PurchaseRecord } from '../purchase-record.ts'
import { readPurchase } from '../purchase-repository.ts'
import { readRegistrations } from './registration-repository.ts'
import { storeExternal } from '../../../testing/external/store-external.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import { profile } from '../../../testing/service/profile.ts'

const service = { profileId: 'p', profile } as ProfileService
const delivery = { reference: '+525512345678', fields: [{ key: 'recipient.email', value: 'ana@example.org' }] }
const confirmed: PurchaseEvent[] = [{ type: 'mined' }, { type: 'confirmed' }]

let home: TestLedger
let context: PurchaseContext
let changed: string[]
beforeEach(() => {
  home = openTestLedger()
  changed = []
  context = { ...home.context, now: () => 9_000, onChanged: (id: string) => changed.push(id) } as never
})
afterEach(() => home.dispose())

/** Stores a purchase after `events`. */
function store(events: readonly PurchaseEvent[], createdAt = 1_000): PurchaseRecord {
  const record = readPurchase(context.ledger, home.store({ ...delivery, events, createdAt }))
  if (record === null) throw new Error('Not stored')
  return record
}

it('reports the mined payment with the product and its delivery, under its own key', () => {
  const record = store(confirmed)
  const built = buildRegistration(context, service, record, delivery)
  const hash = payStep(record).minedHash
  const { idempotencyKey, sealedBody } = built ?? { idempotencyKey: '', sealedBody: new Uint8Array() }
  expect(built).toEqual({ idempotencyKey, sealedBody, paymentHash: hash, preparedAt: 9_000 })
  expect(idempotencyKey).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(buildRegistration(context, service, record, delivery)?.idempotencyKey).not.toBe(idempotencyKey)
  expect(JSON.parse(context.sealer.unseal(sealedBody, bodyPurpose(idempotencyKey)))).toEqual({
    reference: delivery.reference,
    requiredFields: delivery.fields,
    transactionIntent: {
      amount: 5.1,
      sku: terms.product.sku,
      quantity: 1,
      chain: terms.network.key,
      token: terms.token.listedAddress,
      wallet: from,
      integrator: 'shop',
      hasAcceptedTerms: true,
      quoteId: 1,
    },
    transactionReceipt: { hash, virtualMachineType: 'EVM' },
  })
})

it('binds each sealed text to its key, so that a body does not unseal as an answer', () => {
  const keys = [randomUUID(), randomUUID()]
  expect(new Set(keys.flatMap((key) => [bodyPurpose(key), answerPurpose(key)])).size).toBe(4)
})

it('stores body and key in the step to prepared, before anything is sent', () => {
  const { id } = store(confirmed)
  prepareRegistration(context, service, readPurchase(context.ledger, id) as PurchaseRecord)
  expect(readPurchase(context.ledger, id)?.state.registration).toBe('prepared')
  const [stored, ...others] = readRegistrations(context.ledger, id)
  expect([others, stored?.preparedAt, changed]).toEqual([[], 9_000, [id]])
  const body = context.sealer.unseal(stored?.sealedBody ?? new Uint8Array(), bodyPurpose(stored?.idempotencyKey ?? ''))
  expect(JSON.parse(body)).toMatchObject({ reference: delivery.reference, requiredFields: delivery.fields })
})

it('leaves what was prepared since the record was read', () => {
  const record = store(confirmed)
  prepareRegistration(context, service, record)
  const before = readRegistrations(context.ledger, record.id)
  prepareRegistration(context, service, record)
  expect([readRegistrations(context.ledger, record.id), changed]).toEqual([before, [record.id]])
})

it('registers nothing before a payment is mined', () => {
  const record = store([])
  expect(buildRegistration(context, service, record, delivery)).toBeNull()
  prepareRegistration(context, service, record)
  expect([readRegistrations(context.ledger, record.id), changed]).toEqual([[], []])
})

it.each([
  [9007199254740991, '"quoteId":9007199254740991,'],
  [{ text: '9007199254740993', isNumber: true }, '"quoteId":9007199254740993,'],
  [{ text: 'q-41', isNumber: false }, '"quoteId":"q-41",'],
])('names the stored quote %j with each of its digits, as the service wrote it', (id, literal) => {
  const before = store(confirmed)
  const sql = "UPDATE purchases SET terms = json_set(terms, '$.quote.id', json(?)) WHERE id = ?"
  context.ledger.prepare(sql).run(JSON.stringify(id), before.id)
  const record = readPurchase(context.ledger, before.id)
  const built = record && buildRegistration(context, service, record, delivery)
  const body = built && context.sealer.unseal(built.sealedBody, bodyPurpose(built.idempotencyKey))
  expect(body).toContain(literal)
})

describe('in a ledger restored from a copy', () => {
  const day = 24 * 60 * 60_000
  const prepared = (record: PurchaseRecord): unknown => {
    prepareRegistration(context, service, record)
    return readPurchase(context.ledger, record.id)?.state
  }

  it('a payment older than the copy is registered only after reading the list, even if the clock was set back since', () => {
    const record = store(confirmed, 10 * day)
    markRestored(context.ledger, 9 * day)
    expect(prepared(record)).toMatchObject({ registration: 'prepared', unclear: true })
  })

  it('so is one that another wallet paid later, and was asked to pay before', () => {
    const record = store(confirmed, 10 * day)
    const asked = storeExternal(context, { at: 9 * day })
    // A disk may have damaged what was asked for.
    const damage = "UPDATE external_payments SET id = ?, terms = '{}' WHERE id = ?"
    context.ledger.prepare(damage).run(record.id, asked)
    context.ledger.prepare('UPDATE ledger_state SET restored_at = ?').run(9 * day)
    expect(prepared(record)).toMatchObject({ registration: 'prepared', unclear: true })
  })

  it('so is one that was asked before the clock was set back', () => {
    const asked = storeExternal(context, { at: 10 * day })
    markRestored(context.ledger, 9 * day)
    const record = store(confirmed, 11 * day)
    context.ledger.prepare('UPDATE external_payments SET id = ? WHERE id = ?').run(record.id, asked)
    expect(prepared(record)).toMatchObject({ registration: 'prepared', unclear: true })
  })

  it('a newer one is registered at once', () => {
    markRestored(context.ledger, 9 * day)
    expect(prepared(store(confirmed, 10 * day))).toMatchObject({ registration: 'prepared', unclear: false })
  })
})
