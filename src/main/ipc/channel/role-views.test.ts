import { expect, it } from 'vitest'
import type { AppView } from '../../../shared/app/views.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'
import { appFor, balancesFor, checkFor, quoteFor } from './role-views.ts'

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

it.each(['nobody', 'clerk'] as const)(
  'shows %s that there is a wallet and nothing of it, and no newer version',
  (role) => {
    const newerVersion = { version: '2.0.0', date: '2026-11-20' }
    const app = { version: '1', newerVersion, wallet: { address: `0x${'a'.repeat(40)}` } } as unknown as AppView
    const hidden = { version: '1', newerVersion: null, waitingService: null }
    expect(appFor('manager', app)).toEqual(app)
    expect(appFor(role, app)).toEqual({ ...hidden, wallet: 'hidden' })
    expect(appFor(role, { ...app, wallet: null })).toEqual({ ...hidden, wallet: null })
  },
)

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

it('shows a clerk that a number is almost another customer’s, but neither which nor whose', () => {
  const similar = { reason: 'similar-number', known: '+525512345678', name: 'Mom Lucia', times: 3 } as const
  const doubts = [{ field: null, ...similar }]
  const check = { reference: '+525512345679', problems: [], doubts }
  expect(checkFor('manager', check)).toEqual(check)
  expect(checkFor('clerk', check).doubts).toEqual([{ ...doubts[0], known: null, name: null, times: null }])
})
