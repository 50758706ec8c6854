import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError, errorCodes, fromSentError } from '../../shared/errors.ts'
import type { PersonStatus, PurchaseEvent } from '../../shared/purchases/state.ts'
import { purchaseRowView, purchaseView, type PurchaseView } from '../../shared/purchases/views.ts'
import { readDeliveryOrNull } from './delivery.ts'
import { listPurchases } from './list-purchases.ts'
import { matchPurchases, searchPurchases } from './search/search-purchases.ts'
import { absenceDelay, refundDelay, retryDelay, trackDelay, waitAfter } from './track/pace.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { readFeesAtMost, readUnsettled } from '../engine/steps/step-repository.ts'
import { listPurchaseIds, routerPaymentUnderWay, readEvents, readPurchase } from './purchase-repository.ts'
import { toPurchaseView, type PurchaseDetails } from './purchase-view.ts'
import { readRegistrationProgress } from './register/registration-progress.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../testing/purchases/ledger.ts'

let books: TestLedger
let context: PurchaseContext
beforeEach(() => {
  books = openTestLedger()
  context = books.context as PurchaseContext
})
afterEach(() => books.dispose())

const at = (type: PurchaseEvent['type'], more: object = {}): PurchaseEvent => ({ type, ...more }) as PurchaseEvent
const paid = [at('mined'), at('confirmed')]
const registered = [...paid, at('registration-prepared'), at('registered', { status: 'PENDING' })]
const delivered = [...registered, at('service-status', { status: 'SUCCESS' }), at('finalized')]
const failed = [...registered, at('service-status', { status: 'FAILED' })]

function show(id: string, waits: PurchaseDetails['waits'] = { chain: null, service: null }): PurchaseView {
  const record = readPurchase(context.ledger, id)
  if (record === null) throw new Error('None')
  return purchaseView.parse(
    toPurchaseView({
      record,
      delivery: readDeliveryOrNull(context, id),
      recordedReference: null,
      events: readEvents(context.ledger, id),
      feesAtMost: readFeesAtMost(context.ledger, id),
      claimFees: new Map(),
      registration: readRegistrationProgress(context, id),
      waits,
      trouble: null,
      possibleRefund: null,
      logo: null,
      repeats: { repeatOf: null, repeatedBy: [] },
      explorerUrl: () => null,
    }),
  )
}

const stages = ({ timeline }: PurchaseView): string[] =>
  timeline.map(({ stage, at }) => `${stage} ${at?.slice(17, 19) ?? '-'}`)

describe('the view of a purchase', () => {
  it('has its highest network fee while the fee is unknown', () => {
    const id = books.store()
    expect(show(id)).toMatchObject({ steps: [{ networkFee: null }], networkFeeAtMost: '0.000000000000001' })
    context.ledger.prepare("UPDATE steps SET fee_units = '700'").run()
    expect(show(id)).toMatchObject({ steps: [{ networkFee: '0.0000000000000007' }], networkFeeAtMost: null })
  })

  it.each([
    ['signed', [], 'paying', 'network', ['signed 01', 'confirmed -', 'registered -', 'delivered -']],
    ['mined', [at('mined')], 'paying', 'network', ['signed 01', 'confirmed -', 'registered -', 'delivered -']],
    [
      'reorganised',
      [...paid, at('reorged')],
      'paying',
      'network',
      ['signed 01', 'confirmed -', 'registered -', 'delivered -'],
    ],
    ['confirmed', paid, 'on-its-way', 'service', ['signed 01', 'confirmed 03', 'registered -', 'delivered -']],
    ['registered', registered, 'on-its-way', 'delivery', ['signed 01', 'confirmed 03', 'registered 05', 'delivered -']],
    [
      'delivered',
      delivered.slice(0, -1),
      'delivered',
      'finality',
      ['signed 01', 'confirmed 03', 'registered 05', 'delivered 06'],
    ],
    ['settled', delivered, 'delivered', undefined, ['signed 01', 'confirmed 03', 'registered 05', 'delivered 06']],
    ['failed', failed, 'failed', 'refund', ['signed 01', 'confirmed 03', 'registered 05', 'failed 06', 'refunded -']],
    [
      'refunded',
      [...failed, at('refund-seen')],
      'refunded',
      'finality',
      ['signed 01', 'confirmed 03', 'registered 05', 'failed 06', 'refunded 07'],
    ],
    ['reverted', [at('reverted')], 'not-paid', undefined, ['signed 01', 'confirmed -', 'registered -', 'delivered -']],
    [
      'rejected',
      [...paid, at('registration-prepared'), at('registration-rejected')],
      'on-its-way',
      undefined,
      ['signed 01', 'confirmed 03', 'registered -', 'delivered -'],
    ],
  ])('when %s', (_, events, status, waits, timeline) => {
    const view = show(books.store({ events }))
    expect(view.status).toBe(status)
    expect(view.waitingFor?.what).toBe(waits)
    expect(stages(view)).toEqual(timeline)
  })

  it('names what it waits for, on whose side, and until when', () => {
    const waits = {
      chain: { what: 'connection', untilEpoch: null },
      service: { what: 'budget', untilEpoch: 9_000 },
    } as const
    expect(show(books.store(), waits).waitingFor).toEqual({ what: 'connection', until: null })
    expect(show(books.store({ events: paid }), waits).waitingFor).toEqual({
      what: 'budget',
      until: new Date(9_000).toISOString(),
    })
    expect(show(books.store({ events: delivered }), waits).waitingFor).toBeNull()
  })

  it('is shown in every reachable state, without undefined fields', () => {
    const every: PurchaseEvent[] = [
      ...(['mined', 'confirmed', 'finalized', 'reorged', 'reverted', 'superseded'] as const).map((type) => at(type)),
      ...(['registration-prepared', 'registration-unclear', 'registration-rejected'] as const).map((type) => at(type)),
      ...['PENDING', 'SUCCESS', 'FAILED', '', 'Ünknown'].flatMap((status) => [
        at('registered', { status }),
        at('service-status', { status }),
      ]),
      at('refund-seen'),
      at('refund-waived'),
      at('attention-cleared'),
      at('attention-raised', { reason: 'refund-missing' }),
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...every), { maxLength: 14 }), (events) => {
        const legal: PurchaseEvent[] = []
        for (const event of events) {
          try {
            books.store({ events: [...legal, event] })
            legal.push(event)
          } catch {
            // Not legal here.
          }
        }
        const view = show(books.store({ events: legal }))
        expect(JSON.stringify(view, (_, value: unknown) => (value === undefined ? 'UNDEFINED' : value))).not.toContain(
          'UNDEFINED',
        )
        if (!view.ended && view.attention === null && view.registration.state !== 'rejected') {
          expect(view.waitingFor).not.toBeNull()
        }
      }),
      { numRuns: 60 },
    )
  })

  it('contains the product and its cost in coins, which older records lack', () => {
    const id = books.store()
    const details = { data: { gigabytes: '5', unlimited: false, speeds: [] }, durationDays: '15' }
    const facts = { ...details, sms: { count: null, unlimited: false }, voice: { minutes: null, unlimited: false } }
    const whole = { ...facts, roaming: { country: null, speeds: [] } }
    const write = (change: string, ...values: string[]): unknown =>
      context.ledger.prepare(`UPDATE purchases SET terms = ${change} WHERE id = ?`).run(...values, id)
    write("json_set(terms, '$.product.facts', json(?))", JSON.stringify(whole))
    expect(show(id)).toMatchObject({ facts: whole, assetAmount: '5', feeAmount: '0.1', nativeSymbol: 'ETH' })
    write("json_remove(terms, '$.product.facts')")
    expect(show(id).facts).toBeNull()
  })

  it('contains in how many countries the product works, which older records lack', () => {
    const id = books.store()
    expect(show(id).countryCount).toBeNull()
    context.ledger.prepare("UPDATE purchases SET terms = json_set(terms, '$.product.countryCount', 244)").run()
    expect(show(id).countryCount).toBe(244)
  })

  it.each([
    ['the reference', '+1', [['recipient.email', 'a@example.org']], '+1'],
    [
      'the recipient’s e-mail',
      '',
      [
        ['delivery.date', '2026-01-02'],
        ['recipient.email', 'a@example.org'],
      ],
      'a@example.org',
    ],
    ['an e-mail, recognised by its form', '', [['contact', 'a@example.org']], 'a@example.org'],
    [
      'a phone number',
      '',
      [
        ['recipient.firstName', 'Ana'],
        ['phoneNumber', '+1202'],
      ],
      '+1202',
    ],
    ['a name, if nothing else names the recipient', '', [['recipient.firstName', 'Ana']], 'Ana'],
    ['never the sender', '', [['sender.email', 'me@example.org']], null],
    ['nobody, if no field is required', '', [], null],
  ] as const)('goes to %s', (_, reference, fields, recipient) => {
    const id = books.store({ reference, fields: fields.map(([key, value]) => ({ key, value })) })
    expect(show(id).reference).toBe(recipient)
  })

  it('is shown without its delivery if that cannot be unsealed', () => {
    const id = books.store({ reference: '+999' })
    context.ledger.prepare('UPDATE purchases SET delivery = ? WHERE id = ?').run(Buffer.from('x'), id)
    expect(show(id)).toMatchObject({ reference: null, requiredFields: [], status: 'paying' })
  })
})

describe('the list', () => {
  const list = (input: Partial<Parameters<typeof listPurchases>[1]>): { names: string[]; total: number } => {
    const { purchases, total } = listPurchases(context, { status: null, offset: 0, limit: 60, ...input })
    return { names: purchases.map((row) => purchaseRowView.parse(row).brandName), total }
  }

  const find = async (text: string, status: PersonStatus | null = null): Promise<ReturnType<typeof list>> => {
    const { purchases, total } = await searchPurchases(context, { text, status, offset: 0, limit: 60 })
    return { names: purchases.map(({ brandName }) => brandName), total }
  }

  it('pages through everything, newest first', () => {
    for (let n = 0; n < 7; n++) books.store({ brandName: `Brand ${n}`, createdAt: 1_000 + n })
    expect(list({ limit: 3 })).toEqual({ names: ['Brand 6', 'Brand 5', 'Brand 4'], total: 7 })
    expect(list({ offset: 5, limit: 3 })).toEqual({ names: ['Brand 1', 'Brand 0'], total: 7 })
    expect(list({ offset: 9 })).toEqual({ names: [], total: 7 })
  })

  it('finds by status and by every word, in references and hashes too', async () => {
    books.store({ brandName: 'Oak', reference: '+12015550123', events: delivered, createdAt: 1 })
    books.store({ brandName: 'Elm Tree', reference: 'me@example.com', events: failed, createdAt: 2 })
    const third = books.store({ brandName: 'Ash', events: delivered, createdAt: 3 })
    const hash = show(third).steps[0]?.hash ?? ''
    expect(list({ status: 'delivered' })).toEqual({ names: ['Ash', 'Oak'], total: 2 })
    expect(list({ status: 'delivered', limit: 1, offset: 1 })).toEqual({ names: ['Oak'], total: 2 })
    expect(await find('tree  HARBOUR')).toEqual({ names: ['Elm Tree'], total: 1 })
    expect(await find('5550123')).toEqual({ names: ['Oak'], total: 1 })
    books.store({ brandName: 'Yew', reference: '', fields: [{ key: 'recipient.email', value: 'Ana@example.org' }] })
    expect(await find('ana@')).toEqual({ names: ['Yew'], total: 1 })
    expect(await find(hash.slice(4, 30))).toEqual({ names: ['Ash'], total: 1 })
    expect(await find('tree', 'delivered')).toEqual({ names: [], total: 0 })
  })

  it('finds by the name of the country in every language, and without accents', async () => {
    books.store({ brandName: 'Lulabird Móvil', country: 'MX', reference: 'josé@example.org' })
    books.store({ brandName: 'Ash', country: 'JP' })
    expect((await find('japan')).names).toEqual(['Ash'])
    expect((await find('JAPÓN ash')).names).toEqual(['Ash'])
    expect((await find('mexico movil jose')).names).toEqual(['Lulabird Móvil'])
  })

  it('is searched whole and in pieces, so that main answers in between', async () => {
    // Many of one moment: a page may end among them.
    for (let n = 0; n < 600; n++) books.store({ brandName: 'Oak', createdAt: n < 500 ? 7 : n })
    let answered = 0
    let isOver = false
    const answer = (): void => {
      answered++
      if (!isOver) setImmediate(answer)
    }
    setImmediate(answer)
    const ids = await matchPurchases(context, { text: 'oak', status: null })
    isOver = true
    expect(answered).toBeGreaterThanOrEqual(2)
    expect(ids).toEqual(listPurchaseIds(context.ledger, 0, 600))
  })

  it('corrects the words of products where nothing matches, and never a recipient', async () => {
    books.store({ brandName: 'Lulabird Móvil', reference: 'anamaria@example.org' })
    const search = async (text: string) => {
      const { purchases, searched } = await searchPurchases(context, { text, status: null, offset: 0, limit: 60 })
      return [purchases.map(({ brandName }) => brandName), searched]
    }
    expect(await search('lulabrid movl')).toEqual([['Lulabird Móvil'], 'lulabird móvil'])
    expect(await search('Lulabird')).toEqual([['Lulabird Móvil'], null])
    expect(await search('lulabrid anamaria')).toEqual([['Lulabird Móvil'], 'lulabird anamaria'])
    for (const text of ['anamraia', 'zzzzz', '']) expect((await search(text))[1]).toBeNull()
  })
})

describe('the ledger', () => {
  it('counts what signed but unmined payments may still take', () => {
    books.store({ units: 5n })
    books.store({ units: 7n })
    books.store({ units: 11n, events: [at('mined')] })
    const { tokens, native } = readUnsettled(context.ledger, '7:0x0', from)
    expect([tokens.get(terms.token.address ?? ''), native]).toEqual([12n, 2000n])
    expect(readUnsettled(context.ledger, '8:0x0', from).native).toBe(0n)
  })

  it('knows a router payment under way by account, token and spender, however they are written', () => {
    const token = terms.token.address ?? from
    const ask = (to = terms.payment.to): boolean =>
      routerPaymentUnderWay(context.ledger, '7:0x0', from, token, to) !== null
    books.store()
    expect(ask()).toBe(false)
    books.store({ shape: 'router', events: [at('mined')] })
    expect(ask()).toBe(false)
    books.store({ shape: 'router' })
    expect([ask(), ask(from)]).toEqual([true, false])
  })
})

describe('the pace', () => {
  it('waits as long as required, and never less than zero', () => {
    const limited = new AppError('service-rate-limited', '', { details: { until: 10_000 } })
    expect(retryDelay(limited, 0, 4_000)).toBe(6_250)
    expect(retryDelay(limited, 0, 99_000)).toBe(3_000)
    expect(waitAfter(limited)).toEqual({ what: 'budget', untilEpoch: 10_000 })
    expect(waitAfter(new AppError('offline', ''))).toMatchObject({ what: 'connection' })
    expect(waitAfter(new AppError('service-timeout', ''))).toMatchObject({ what: 'service' })
  })

  it('grows with every attempt and stays finite', () => {
    const error = new AppError('service-down', '')
    for (const delay of [
      (n: number) => retryDelay(error, n, 0),
      (n: number) => trackDelay(n, false, 1),
      (n: number) => trackDelay(n, true, 1),
      absenceDelay,
    ]) {
      const delays = [0, 1, 2, 5, 9, 1_000].map(delay)
      expect(delays).toEqual([...delays].sort((a, b) => a - b))
      expect(delays.every((one) => one >= 1_000 && one <= 1_800_000)).toBe(true)
    }
    expect([0, 11 * 60_000, 48 * 3_600_000].map(refundDelay)).toEqual([5_000, 60_000, 600_000])
  })

  it('has a wait for every error', () => {
    for (const code of errorCodes)
      expect(['budget', 'connection', 'service']).toContain(waitAfter(fromSentError({ code, message: '' })).what)
  })
})
