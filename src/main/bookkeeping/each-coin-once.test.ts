import fc from 'fast-check'
import type { Hash } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addDecimals, fromUnits } from '../../shared/money.ts'
import { denyReturn, dismissArrival, returnArrival } from '../purchases/external/answer-external.ts'
import { findExternal } from '../purchases/external/external-book.ts'
import type { Finding } from '../purchases/external/external-payment.ts'
import { listFindings, reopenFindings } from '../purchases/external/external-repository.ts'
import { takePayment } from '../purchases/external/take-payment.ts'
import {
  at,
  bought,
  bytes,
  hashOf,
  openTestBooks,
  stranger,
  type TestBooks,
} from '../../testing/external/open-test-books.ts'
import { findingOf, storeArrival, storeExternal } from '../../testing/external/store-external.ts'
import { from } from '../../testing/purchases/ledger.ts'

let books: TestBooks
beforeEach(() => void (books = openTestBooks()))
afterEach(() => books.dispose())

it('each coin is counted once, in whatever order arrivals, answers, purchases and returns come', async () => {
  const coin = fc.record({ units: fc.constantFrom(2_000_000n, 3_000_000n), isOwn: fc.boolean() })
  const step = fc.record({
    of: fc.nat({ max: 4 }),
    does: fc.constantFrom(
      'find',
      'find',
      'find',
      'dismiss',
      'register',
      'list',
      'spend',
      'return',
      'say',
      'deny',
      'reopen',
    ),
    at: fc.nat({ max: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(coin, { minLength: 5, maxLength: 5 }),
      fc.array(step, { maxLength: 25 }),
      async (given, steps) => {
        books.dispose()
        books = openTestBooks()
        const { ledger } = books.context
        const payments = [storeExternal(books.context, { at }), storeExternal(books.context, { at })]
        const coins = given.map(({ units, isOwn }, index): Finding => {
          const sender = isOwn ? from : stranger
          return findingOf({
            hash: hashOf(index + 1),
            units,
            from: sender,
            reason: isOwn ? 'unclear' : 'other-sender',
            at,
          })
        })
        const known = new Set<Hash>()
        const returned: bigint[] = []
        let isDenied = false
        for (const { of, does, at: place } of steps) {
          const [one, payment] = [coins[of]!, payments[place]!]
          const isOwn = one.from === from
          const finding = listFindings(ledger, payment).find(({ hash }) => hash === one.hash)
          if (does === 'find') storeArrival(books.context, payment, one)
          if (does === 'find' || ((does === 'list' || does === 'spend') && isOwn)) known.add(one.hash)
          if (does === 'dismiss' && finding?.answeredAt === null) dismissArrival(books.context, payment, one)
          if (does === 'register' && finding?.answeredAt === null && isOwn) {
            takePayment(books.context, findExternal(books.context, payment), one, { ...bytes, signer: from, nonce: of })
          }
          if (does === 'list' && isOwn) books.list(one.hash)
          if (does === 'spend' && isOwn) books.list(one.hash, bought)
          if (does === 'return') {
            returned.push(one.units)
            books.receive(20 + returned.length, one.units)
          }
          if (does === 'say' && (finding?.answeredAt ?? null) !== null) {
            try {
              returnArrival(books.context, payment, one)
            } catch {
              // It is a stranger's, or it bought something.
            }
          }
          if (does === 'deny' && (finding?.answeredAt ?? null) !== null) {
            try {
              denyReturn(books.context, payment, one)
              isDenied = true
            } catch {
              // It is a stranger's, it bought something, or it did not come back.
            }
          }
          if (does === 'reopen') reopenFindings(ledger, payment, one.hash)
        }
        const rows = books.exported()
        const entries = books.moved()
        const month = await books.bookkeeping.month('2026-11')
        const signed = new Set(ledger.prepare('SELECT hash FROM signed_transactions').pluck().all())
        for (const one of coins) {
          const own = rows.filter(({ paymentHash }) => paymentHash === one.hash)
          expect(own).toHaveLength(one.from === from && known.has(one.hash) ? 1 : 0)
          const shown = entries.filter((entry) => entry.kind === 'unused' && entry.id === `${one.hash}:0`)
          const isFound = payments.some((id) => listFindings(ledger, id).some(({ hash }) => hash === one.hash))
          const isBought =
            signed.has(one.hash) || own.some(({ kind, transactionId }) => kind === 'elsewhere' && transactionId)
          expect(shown).toHaveLength(isFound && !isBought ? 1 : 0)
        }
        const unusedRows = rows.filter(({ kind }) => kind === 'unused')
        for (const units of [2_000_000n, 3_000_000n]) {
          const same = unusedRows.filter(({ paid }) => paid === fromUnits(units, 6))
          const back = same.filter(({ refunded }) => refunded !== null)
          const shown = back.filter(({ refundHashes }) => refundHashes.length > 0)
          // A receipt is what came back of one of them.
          const most = Math.min(same.length, returned.filter((one) => one === units).length)
          if (isDenied) expect(shown.length).toBeLessThanOrEqual(most)
          else expect(shown).toHaveLength(most)
          expect(new Set(shown.flatMap(({ refundHashes }) => refundHashes)).size).toBe(shown.length)
        }
        const paid = [
          ...month.coins.map((one) => one.paid),
          ...month.elsewhere.map((one) => one.paid),
          ...month.unused.map((one) => one.amount),
        ]
        const left = rows.filter(({ refunded }) => refunded === null).map((row) => String(row.paid))
        expect(addDecimals(paid)).toBe(addDecimals(left))
      },
    ),
    { numRuns: 60 },
  )
})
