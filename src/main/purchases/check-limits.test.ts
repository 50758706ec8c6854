import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromUnits, toUnits } from '../../shared/money.ts'
import { findPassedLimit } from './check-limits.ts'
import { openTestLedger, terms } from './test-ledger.ts'

const DAY_MS = 24 * 60 * 60_000

it('what passes the limits never comes to more than they say, in whatever coins, order and time it is tried', () => {
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
          const spending = { token: isNative ? null : terms.token.address, amount: wanted, isDollar, recipient }
          if (findPassedLimit(context, spending, { earliest: at, latest: at }) !== null) continue
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
