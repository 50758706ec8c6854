import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import { openTestSandbox, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { openTestLedger } from '../../../testing/purchases/ledger.ts'
import { withQuoteId } from '../../../testing/purchases/with-quote-id.ts'
import { refusal, refused, why } from '../../../testing/refusal.ts'
import { checkRepeat } from './check-repeat.ts'
import { numberedId } from '../../service/operations/quote-id.ts'
import { claimQuote, isQuotePaid } from './paid-repository.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

/** Makes the service give every quote the same number. */
function repeatQuoteId(till: TestTill): void {
  const { service } = till
  const client = {
    ...service.client,
    async createQuote(input: Parameters<typeof service.client.createQuote>[0]) {
      const quote = await service.client.createQuote(input)
      return { ...quote, id: numberedId(4711), transactionRequest: withQuoteId(4711n, quote.transactionRequest) }
    },
  }
  const repeating = { ...service, client }
  Object.assign(till.context, { service: () => repeating })
}

/** Makes both signatures before either is stored, so that the commit decides. */
function signTogether(till: TestTill): void {
  const { wallet } = till.context
  const networks = new Set<number>()
  const gate: { open?: () => void } = {}
  const both = new Promise<void>((resolve) => (gate.open = resolve))
  const sign: typeof wallet.sign = async (task) => {
    networks.add(task.transaction.chainId)
    if (networks.size === 2) gate.open?.()
    await both
    return wallet.sign(task)
  }
  Object.assign(till.context, { wallet: { ...wallet, sign } })
}

const problemsOf = ({ problems }: QuoteView): unknown[] => problems.map(({ problem, detail }) => [problem, detail])

describe('a quote that the service gives twice', () => {
  it('is refused once a purchase of it was signed', async () => {
    const till = await sandbox.till()
    repeatQuoteId(till)
    const [first, second] = [await till.quote('harbour', 'usdc'), await till.quote('harbour', 'usdc')]
    expect([problemsOf(first), problemsOf(second)]).toEqual([[], []])
    await till.confirm(first)
    expect(await refusal(till.confirm(second))).toEqual(['quote-refused', 'already-paid'])
    expect(problemsOf(await till.quote('meadow', 'usdc'))).toEqual([['request-refused', 'already-paid']])
    expect(till.purchases.list({ status: null, offset: 0, limit: 9 }).total).toBe(1)
  })

  it('is signed once if both are confirmed at the same time on two networks', async () => {
    const till = await sandbox.till()
    repeatQuoteId(till)
    const offers = [await till.quote('harbour', 'usdc'), await till.quote('meadow', 'dai')]
    signTogether(till)
    const results = await Promise.allSettled(offers.map((offer) => till.confirm(offer)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(why(results.find((result) => result.status === 'rejected')?.reason)).toEqual([
      'quote-refused',
      'already-paid',
    ])
    // The requests reserved for its registration are free for others.
    const held = offers.map(({ purchaseId }) => till.service.budget.holds(purchaseId))
    expect(held).toEqual(results.map(({ status }) => status === 'fulfilled'))
    expect(till.purchases.list({ status: null, offset: 0, limit: 9 }).total).toBe(1)
  })

  it('belongs to the service, not to the profile, and is free again once its payment can never count', () => {
    const books = openTestLedger()
    const { ledger } = books.context
    const [one, other] = [{ baseUrl: 'https://one.example' }, { baseUrl: 'https://other.example' }]
    const reverted = books.store({ events: [{ type: 'reverted' }] })
    const paid = books.store({ events: [{ type: 'mined' }] })
    expect(claimQuote(ledger, { profile: one, quoteId: '1' }, reverted)).toBe(true)
    expect(isQuotePaid(ledger, { profile: one, quoteId: '1' })).toBe(false)
    expect(claimQuote(ledger, { profile: one, quoteId: '1' }, paid)).toBe(true)
    expect(claimQuote(ledger, { profile: { baseUrl: 'https://ONE.example//' }, quoteId: '1' }, reverted)).toBe(false)
    expect(isQuotePaid(ledger, { profile: { baseUrl: 'https://one.example/' }, quoteId: '1' })).toBe(true)
    expect(isQuotePaid(ledger, { profile: one, quoteId: '2' })).toBe(false)
    expect(isQuotePaid(ledger, { profile: one, quoteId: '01' })).toBe(false)
    expect(claimQuote(ledger, { profile: one, quoteId: '9007199254740992' }, paid)).toBe(true)
    expect(isQuotePaid(ledger, { profile: one, quoteId: '9007199254740993' })).toBe(false)
    expect(claimQuote(ledger, { profile: other, quoteId: '1' }, reverted)).toBe(true)
    books.dispose()
  })
})

describe('a purchase that was never paid', () => {
  it('is bought again once if two repeats are confirmed at the same time on two networks', async () => {
    const till = await sandbox.till()
    await sandbox.control('chains/harbour', { action: 'pause-mining' })
    const first = await till.buy('harbour', 'usdc')
    const { offerKey } = await till.purchases.offerFee(first.id, 'cancel')
    await till.purchases.confirmFee(first.id, offerKey, false)
    await sandbox.control('chains/harbour', { action: 'resume-mining' })
    await till.untilSettled(first.id)
    const again = async (network: 'harbour' | 'meadow', token: 'usdc' | 'dai'): Promise<QuoteView> =>
      till.purchases.quote(till.service, till.choice(network, token), null, first.id)
    const offers = [await again('harbour', 'usdc'), await again('meadow', 'dai')]
    signTogether(till)
    const results = await Promise.allSettled(offers.map((offer) => till.confirm(offer)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(why(results.find((result) => result.status === 'rejected')?.reason)).toEqual([
      'not-allowed',
      'repeated-already',
    ])
    expect(till.view(first.id).repeatedBy).toHaveLength(1)
  })

  it('counts the repeats of its repeats', () => {
    const books = openTestLedger()
    const { ledger } = books.context
    const unpaid = [{ type: 'reverted' }] as const
    const first = books.store({ events: unpaid })
    const second = books.store({ events: unpaid, repeatOf: first })
    expect(() => checkRepeat(ledger, first)).not.toThrow()
    expect(() => checkRepeat(ledger, second)).not.toThrow()
    books.store({ repeatOf: second })
    for (const id of [first, second]) {
      expect(refused(() => checkRepeat(ledger, id))).toEqual(['not-allowed', 'repeated-already'])
    }
    books.dispose()
  })
})
