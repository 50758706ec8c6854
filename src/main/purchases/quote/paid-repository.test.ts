import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'
import type { WritableDb } from '../../db/connections.ts'
import { claimQuote, isQuotePaid, wasPaidWith, type PaidCoin } from './paid-repository.ts'

let home: TestLedger
let ledger: WritableDb
beforeEach(() => {
  home = openTestLedger()
  ledger = home.context.ledger
})
afterEach(() => home.dispose())

const { address: token, symbol, decimals } = terms.token
const coin: PaidCoin = { chainInstance: '7:0x0', token, symbol, decimals }

describe('a coin', () => {
  it.each<[string, Partial<PaidCoin>]>([
    ['on another chain', { chainInstance: '7:0x1' }],
    ['of another contract', { token: `0x${'9'.repeat(40)}` }],
    ['that is native', { token: null }],
    ['with another name', { symbol: 'USDT' }],
    ['with other decimals', { decimals: 4 }],
  ])('%s was not paid with', (_, other) => {
    home.store()
    expect(wasPaidWith(ledger, coin)).toBe(true)
    expect(wasPaidWith(ledger, { ...coin, ...other })).toBe(false)
  })

  it('of a payment that was reverted was not paid with', () => {
    home.store({ events: [{ type: 'reverted' }] })
    expect(wasPaidWith(ledger, coin)).toBe(false)
  })
})

describe('a quote', () => {
  const quote = { profile: { baseUrl: 'https://shop.example/api' }, quoteId: '41' }

  it('is taken once, whichever profile of its service asks again', () => {
    const [first, second] = [home.store(), home.store()]
    expect(claimQuote(ledger, quote, first)).toBe(true)
    const again = { ...quote, profile: { baseUrl: 'https://shop.example/api/' } }
    expect([isQuotePaid(ledger, again), claimQuote(ledger, again, second)]).toEqual([true, false])
    const elsewhere = { ...quote, profile: { baseUrl: 'https://other.example/api' } }
    expect([isQuotePaid(ledger, elsewhere), claimQuote(ledger, elsewhere, second)]).toEqual([false, true])
  })

  it('can be taken again once its payment was reverted', () => {
    const [first, second] = [home.store({ events: [{ type: 'reverted' }] }), home.store()]
    expect(claimQuote(ledger, quote, first)).toBe(true)
    expect([isQuotePaid(ledger, quote), claimQuote(ledger, quote, second)]).toEqual([false, true])
    expect(isQuotePaid(ledger, quote)).toBe(true)
  })
})
