import { expect, it } from 'vitest'
import type { AppView } from '../../../shared/app/views.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import { appFor, balancesFor, quoteFor } from './role-views.ts'

const readAt = '2026-11-22T10:00:00.000Z'
const held: BalanceView = {
  networkKey: 'harbor',
  native: '0.5',
  readAt,
  error: null,
  tokens: { usdc: '35.1', usdt: '20', dai: '0', eurc: null },
  reserved: { usdt: '20' },
  last: { native: '4', tokens: { usdc: '77' }, readAt },
}

it('shows a clerk which coins are empty, and nothing of the others', () => {
  expect(balancesFor('manager', [held])).toEqual([held])
  expect(balancesFor('clerk', [held, { ...held, native: '0' }])).toEqual([
    {
      networkKey: 'harbor',
      native: null,
      readAt,
      error: null,
      reserved: {},
      last: null,
      tokens: { usdc: null, usdt: '0', dai: '0', eurc: null },
    },
    expect.objectContaining({ native: '0' }),
  ])
})

it.each(['nobody', 'clerk'] as const)('shows %s that there is a wallet, and nothing of it', (role) => {
  const app = { version: '1', wallet: { address: `0x${'a'.repeat(40)}` } } as unknown as AppView
  expect(appFor('manager', app)).toEqual(app)
  expect(appFor(role, app)).toEqual({ version: '1', waitingService: null, wallet: 'hidden' })
  expect(appFor(role, { ...app, wallet: null })).toEqual({ version: '1', waitingService: null, wallet: null })
})

it('shows a clerk what is paid, but not to which address', () => {
  const payment = { amount: '5', recipient: `0x${'b'.repeat(40)}` }
  const quote = { problems: [], payment } as unknown as QuoteView
  expect(quoteFor('manager', quote)).toEqual(quote)
  expect(quoteFor('clerk', quote)).toEqual({ problems: [], payment: { amount: '5', recipient: null } })
})

it('shows a clerk that the wallet is short, but not how much', () => {
  const problems = [
    { problem: 'insufficient-token', blocking: true, detail: '3.21' },
    { problem: 'fee-high', blocking: false, detail: '0.1' },
  ]
  const quote = { problems, payment: null } as unknown as QuoteView
  expect(quoteFor('manager', quote)).toEqual(quote)
  expect(quoteFor('clerk', quote).problems).toEqual([{ ...problems[0], detail: null }, problems[1]])
})
