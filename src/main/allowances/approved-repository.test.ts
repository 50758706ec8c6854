import { afterEach, beforeEach, expect, it } from 'vitest'
import { from, openTestLedger, terms, type StoreOptions, type TestLedger } from '../../testing/purchases/ledger.ts'
import { insertStep } from '../engine/steps/step-repository.ts'
import { readApproved } from './approved-repository.ts'

let home: TestLedger
beforeEach(() => {
  home = openTestLedger()
})
afterEach(() => home.dispose())

let nonce = 100
function approve(options: StoreOptions = {}): string {
  const id = home.store(options)
  const { chainInstance = '7:0x0' } = options
  insertStep(home.context.ledger, { intentId: id, position: 1, kind: 'approve', chainInstance, from, nonce: nonce++ })
  return id
}

it('lists what was approved once for each chain, coin and contract, by its newest purchase', () => {
  approve({ createdAt: 1_000 })
  const newest = approve({ createdAt: 2_000 })
  const elsewhere = approve({ createdAt: 3_000, chainInstance: '7:0x1' })
  const other = approve({ createdAt: 4_000, recipient: `0x${'9'.repeat(40)}` })
  home.store({ createdAt: 5_000 })
  expect(readApproved(home.context.ledger, from)).toMatchObject([
    { purchaseId: other, chainInstance: '7:0x0', spender: `0x${'9'.repeat(40)}` },
    { purchaseId: elsewhere, chainInstance: '7:0x1' },
    { purchaseId: newest, chainInstance: '7:0x0', spender: terms.payment.to, token: { symbol: 'USDC', decimals: 6 } },
  ])
  expect(readApproved(home.context.ledger, `0x${'2'.repeat(40)}`)).toEqual([])
})
