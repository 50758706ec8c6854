import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { noLimits, type Limits } from '../../../shared/limits/views.ts'
import { fromUnits, toUnits } from '../../../shared/money.ts'
import { insertIntent, insertStep } from '../../engine/steps/step-repository.ts'
import { sealDelivery } from '../delivery.ts'
import { insertExternal } from '../external/external-repository.ts'
import { insertTransfer } from '../../transfers/transfer-repository.ts'
import { findExceededLimit, plannedPaymentOf, type PlannedPayment } from './check-limits.ts'
import { from, openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'

const DAY_MS = 24 * 60 * 60_000

describe('a limit', () => {
  const NOW = 100 * DAY_MS
  const friend: Address = `0x${'A'.repeat(40)}`
  const spending: PlannedPayment = { token: terms.token.address, amount: '5', isDollar: true, recipientKey: '+1201' }
  let home: TestLedger
  beforeEach(() => (home = openTestLedger()))
  afterEach(() => home.dispose())
  const pass = (limits: Partial<Limits>, changes: Partial<PlannedPayment> = {}, context: object = {}) =>
    findExceededLimit(
      { ...home.context, ...context, limits: () => ({ ...noLimits, ...limits }) },
      { ...spending, ...changes },
      { earliest: NOW, latest: NOW + 5 },
    )
  const buy = (totalAmount: string, reference = '+1201', createdAt = NOW - 1) =>
    home.store({ totalAmount, reference, createdAt })

  /** Stores a transfer of `units` with six decimals to `recipient`. */
  function send(units: bigint, recipient: Address, createdAt = NOW - 1): void {
    const [id, account] = [randomUUID(), { chainInstance: '7:0x0', from }]
    insertIntent(home.context.ledger, id, 'transfer')
    insertStep(home.context.ledger, { intentId: id, position: 0, kind: 'send', nonce: 900, ...account })
    insertTransfer(home.context.ledger, {
      id,
      createdAt,
      countedAt: NOW - 1,
      profileId: 'p',
      ...account,
      network: terms.network,
      coin: { symbol: 'USDC', decimals: 6 },
      token: terms.token.address,
      units,
      recipient,
      sealedName: null,
    })
  }

  /** Stores that another wallet was asked to pay a total of 5.1. */
  function ask(askedAt: number): void {
    const id = randomUUID()
    insertExternal(home.context.ledger, {
      id,
      askedAt,
      countedAt: NOW - 1,
      profileId: 'p',
      chainInstance: '7:0x0',
      from,
      repeatOf: null,
      draftId: null,
      replaces: null,
      terms,
      sealedDelivery: sealDelivery(home.context, id, { reference: '+1201', fields: [] }),
      sinceBlock: 1n,
      sinceTime: 1,
      nonce: 0,
    })
  }

  it('does not apply if none is set, in any coin', () => {
    expect([pass({}), pass({}, { token: null }), pass({}, { isDollar: false })]).toEqual([null, null, null])
  })

  it('refuses coins that cannot be counted in it', () => {
    expect(pass({ perDay: '900' }, { token: null })).toEqual({ limit: 'native-coin', left: '0' })
    expect(pass({ perDay: '900' }, { isDollar: false })).toEqual({ limit: 'other-coin', left: '0' })
  })

  it('for one purchase applies to each alone, up to the last unit', () => {
    buy('900')
    expect(pass({ perPurchase: '5' })).toBeNull()
    expect(pass({ perPurchase: '4.999999' })).toEqual({ limit: 'purchase', left: '4.999999' })
  })

  it('for a day applies to everything in the last 24 hours', () => {
    buy('3')
    buy('4', '+1202', NOW - DAY_MS + 1)
    buy('900', '+1202', NOW - DAY_MS)
    expect(pass({ perDay: '12' })).toBeNull()
    expect(pass({ perDay: '11.5' })).toEqual({ limit: 'day', left: '4.5' })
    expect(pass({ perDay: '2' })).toEqual({ limit: 'day', left: '0' })
  })

  it('for a day counts what was sent, or asked of another wallet, while the clock was set back', () => {
    const before = NOW - 3 * DAY_MS
    send(3_000_000n, friend, before)
    expect(pass({ perDay: '7.9' })).toEqual({ limit: 'day', left: '4.9' })
    ask(before)
    expect(pass({ perDay: '13' })).toEqual({ limit: 'day', left: '4.9' })
    expect(pass({ perDay: '13.1' })).toBeNull()
  })

  it('for a recipient applies to all purchases and transfers for them, however they are spelled', () => {
    buy('3', '+1 201')
    buy('900', '+1202')
    send(900_000_000n, friend)
    expect(pass({ perRecipient: '8' })).toBeNull()
    expect(pass({ perRecipient: '7' })).toEqual({ limit: 'recipient', left: '4' })
    expect(pass({ perRecipient: '904' }, { recipientKey: friend.toLowerCase() })).toEqual({
      limit: 'recipient',
      left: '4',
    })
    expect(pass({ perRecipient: '905' }, { recipientKey: friend.toLowerCase() })).toBeNull()
  })

  it('for a recipient knows a phone number by its country’s way to write it', () => {
    home.store({ totalAmount: '3', reference: '55 1234 5678', country: 'MX', createdAt: NOW - 1 })
    const delivery = { reference: '+525512345678', fields: [] }
    const { recipientKey } = plannedPaymentOf({ terms, isDollar: true }, delivery)
    expect(pass({ perRecipient: '7' }, { recipientKey })).toEqual({ limit: 'recipient', left: '4' })
  })

  it('for a recipient counts unreadable payments as theirs', () => {
    buy('3', '+1202')
    const unreadable = {
      unseal: () => {
        throw new Error('Another key')
      },
    }
    expect(pass({ perRecipient: '7' })).toBeNull()
    expect(pass({ perRecipient: '7' }, {}, { sealer: { ...home.context.sealer, ...unreadable } })).toEqual({
      limit: 'recipient',
      left: '4',
    })
  })

  it('counts a purchase’s total, in its coin, for its recipient', () => {
    const delivery = { reference: '+1201', fields: [] }
    expect(plannedPaymentOf({ terms, isDollar: true }, delivery)).toEqual({
      token: terms.token.address,
      amount: '5.1',
      isDollar: true,
      recipientKey: '+1201',
    })
  })
})

it('the accepted payments never exceed the limits, in any coins, order and time', () => {
  const amount = fc.integer({ min: 1, max: 40_000_000 }).map((units) => fromUnits(BigInt(units), 6))
  const limited = fc.option(amount, { nil: null })
  const tried = fc.record({
    amount,
    isDollar: fc.boolean(),
    isNative: fc.boolean(),
    recipient: fc.constantFrom('+1201', '+1202', 'ines@example.org'),
    hours: fc.integer({ min: 0, max: 30 }),
  })
  fc.assert(
    fc.property(
      fc.record({ perPurchase: limited, perDay: limited, perRecipient: limited }),
      fc.array(tried, { maxLength: 12 }),
      (limits, tries) => {
        const test = openTestLedger()
        const context = { ...test.context, limits: () => limits }
        const spent: { units: bigint; recipient: string; at: number }[] = []
        let at = 100 * DAY_MS
        for (const { amount: wanted, isDollar, isNative, recipient, hours } of tries) {
          at += hours * 3_600_000
          const spending = {
            token: isNative ? null : terms.token.address,
            amount: wanted,
            isDollar,
            recipientKey: recipient,
          }
          if (findExceededLimit(context, spending, { earliest: at, latest: at }) !== null) continue
          const units = toUnits(wanted, 6)
          test.store({ units, totalAmount: wanted, reference: recipient, createdAt: at })
          spent.push({ units, recipient, at })
          if (Object.values(limits).some((one) => one !== null)) expect([isDollar, isNative]).toEqual([true, false])
          const day = spent.filter((one) => one.at > at - DAY_MS)
          const sum = (some: typeof spent): bigint => some.reduce((all, one) => all + one.units, 0n)
          const most = (limit: string | null): bigint => (limit === null ? 10n ** 30n : toUnits(limit, 6))
          expect(units).toBeLessThanOrEqual(most(limits.perPurchase))
          expect(sum(day)).toBeLessThanOrEqual(most(limits.perDay))
          const theirs = day.filter((one) => one.recipient === recipient)
          expect(sum(theirs)).toBeLessThanOrEqual(most(limits.perRecipient))
        }
        test.dispose()
      },
    ),
    { numRuns: 60 },
  )
})
